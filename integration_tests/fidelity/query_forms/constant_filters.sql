-- A filter that is always true joins no arrays.

CREATE TABLE t (k Int64, a Array(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2]), (2, []), (3, [4]);

SELECT k FROM t WHERE true OR arrayJoin(a) != 4 ORDER BY k;
-- 1
-- 2
-- 3
SELECT k FROM t WHERE (true OR arrayJoin(a) != 4) AND 1 = 1 ORDER BY k;
-- 1
-- 2
-- 3
SELECT k FROM t WHERE NOT NOT (true OR arrayJoin(a) != 4) ORDER BY k;
-- 1
-- 2
-- 3
SELECT k FROM t WHERE (true OR arrayJoin(a) != 4) OR k > 7 ORDER BY k;
-- 1
-- 2
-- 3
SELECT k FROM t WHERE (true OR arrayJoin(a) != 4) AND k > 1 ORDER BY k;
-- 3
SELECT k FROM t WHERE (1 OR arrayJoin(a)) AND arrayJoin(a) = 4 ORDER BY k;
-- 3
SELECT k, arrayJoin(a) AS e FROM t WHERE true OR arrayJoin(a) != 4 ORDER BY k, e;
-- 1	1
-- 1	2
-- 3	4
SELECT k FROM t WHERE 1 OR arrayJoin(a) ORDER BY arrayJoin(a);
-- 1
-- 1
-- 3
SELECT k FROM t WHERE toTypeName(arrayJoin(a)) != 'x' ORDER BY k;
-- 1
-- 2
-- 3
SELECT k, count() FROM t GROUP BY k HAVING true OR arrayJoin([1, 2]) ORDER BY k;
-- 1	1
-- 2	1
-- 3	1
SELECT k FROM t QUALIFY true OR arrayJoin(a) = 1 ORDER BY k;
-- 1
-- 2
-- 3
SELECT count() FROM t WHERE false AND arrayJoin(a) != 4;
-- 0
SELECT k FROM t PREWHERE arrayJoin(a) > 1;
-- error ILLEGAL_PREWHERE
SELECT t.k, u.k FROM t, t AS u WHERE t.k = u.k AND (true OR arrayJoin(t.a) = 3) ORDER BY t.k;
-- 1	1
-- 2	2
-- 3	3
SELECT k FROM t GROUP BY k HAVING min(arrayJoin(a)) > 1 ORDER BY k;
-- 3
SELECT k FROM t GROUP BY k HAVING true OR max(arrayJoin(a)) = 1 ORDER BY k;
-- 1
-- 3
SELECT k, if(0, min(arrayJoin(a)), 7) AS c FROM t GROUP BY k ORDER BY k;
-- 1	7
-- 3	7
SELECT k FROM t GROUP BY k HAVING min(arrayJoin(a)) > 1 AND max(arrayJoin(a)) < 9 ORDER BY k;
-- 3

SELECT k FROM t WHERE (toTypeName(k) = 'x') NOT IN (2, NULL) OR arrayJoin(a) != 4 ORDER BY k;
-- 1
-- 2
-- 3
SELECT k FROM t WHERE (toTypeName(k) = 'Int64' OR arrayJoin(a) != 4) AND (1 = 1 OR arrayJoin(a) = 7) ORDER BY k;
-- 1
-- 2
-- 3
SELECT k FROM t WHERE toTypeName(k) = 'x' AND arrayJoin(a) != 4 ORDER BY k;
-- (no rows)
