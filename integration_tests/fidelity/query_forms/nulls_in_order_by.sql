-- NULLs come last in a statement that is ClickHouse's, in windows, too.

CREATE TABLE t (k Int64, n Nullable(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 5), (2, NULL), (3, 7);
SELECT k, n FROM t FINAL ORDER BY n;
-- 1	5
-- 3	7
-- 2	\N
SELECT k, n FROM t FINAL ORDER BY n DESC;
-- 3	7
-- 1	5
-- 2	\N
SELECT k, n FROM t FINAL ORDER BY n NULLS FIRST;
-- 2	\N
-- 1	5
-- 3	7
SELECT k, row_number() OVER (ORDER BY n) AS r FROM t FINAL ORDER BY k;
-- 1	1
-- 2	3
-- 3	2
SELECT k FROM t ORDER BY n, k LIMIT 1 BY k;
-- 1
-- 3
-- 2
