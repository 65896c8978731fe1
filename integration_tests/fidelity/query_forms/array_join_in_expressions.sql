-- arrayJoin inside an expression multiplies the rows before the rest of the query.

CREATE TABLE t (k Int32, a Array(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2]), (2, []);
INSERT INTO t VALUES (1, [3, 4]);
SELECT tupleElement(arrayJoin([(1, 2), (3, 4)]), 1) AS x, k FROM t FINAL ORDER BY k, x;
-- 1	1
-- 3	1
-- 1	2
-- 3	2
SELECT arrayJoin(a) + 1 AS x, arrayJoin(a) * 10 AS y FROM t FINAL ORDER BY x;
-- 4	30
-- 5	40
SELECT sum(arrayJoin(a)) FROM t;
-- 10
SELECT arrayJoin(a) AS x, count() FROM t GROUP BY arrayJoin(a) ORDER BY x;
-- 1	1
-- 2	1
-- 3	1
-- 4	1
SELECT k, arrayJoin(a) + k AS x FROM t FINAL WHERE x > 4 ORDER BY x;
-- 1	5
SELECT *, arrayJoin(arrayJoin([[1], [2, 3]])) + 1 AS x FROM t FINAL ORDER BY k, x;
-- 1	[3,4]	2
-- 1	[3,4]	3
-- 1	[3,4]	4
-- 2	[]	2
-- 2	[]	3
-- 2	[]	4
SELECT arrayJoin([1, 2]) + 1 AS x ORDER BY x;
-- 2
-- 3
SELECT k, arrayJoin([1, 2]) AS e FROM t FINAL WHERE e = 2 ORDER BY k;
-- 1	2
-- 2	2
SELECT count() FROM t WHERE arrayJoin(a) > 1;
-- 3
