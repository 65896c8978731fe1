-- WITH TOTALS, WITH FILL, ANY JOIN and ASOF JOIN.

CREATE TABLE t (k Int64, n Int64, a Array(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, [1]), (3, 2, []);

SELECT n, count() FROM t GROUP BY n WITH TOTALS ORDER BY n;
-- 1	1
-- 2	1
-- differs: the totals are the last row, docs/sql.md#what-clickhouses-statements-mean
-- 1	1
-- 2	1
-- 0	2
SELECT k FROM t ORDER BY k WITH FILL;
-- 1
-- 2
-- 3
SELECT x.k FROM t AS x ANY JOIN t AS y ON x.k = y.k ORDER BY x.k;
-- 1
-- 3
SELECT x.k, y.n FROM t AS x ASOF JOIN t AS y ON x.k = y.k AND x.n >= y.n ORDER BY x.k;
-- 1	1
-- 3	2
SELECT number AS k, arrayJoin([1, 2]) AS r FROM numbers(2) GROUP BY k WITH TOTALS HAVING r = 1;
-- error ILLEGAL_COLUMN
SELECT number AS k FROM numbers(2) GROUP BY k WITH TOTALS HAVING arrayJoin([1, 2]) = 1;
-- error ILLEGAL_COLUMN
SELECT number AS k, arrayJoin([1, 2]) AS r FROM numbers(2) GROUP BY k HAVING r IN (1, 2) ORDER BY k, r;
-- 0	1
-- 0	2
-- 1	1
-- 1	2
