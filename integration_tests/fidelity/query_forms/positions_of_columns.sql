-- A number in ORDER BY, GROUP BY and LIMIT BY is a column's place; a negative one counts from the end.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'b'), (2, 'a'), (3, 'a');
SELECT k, v FROM t ORDER BY -1, 1;
-- 2	a
-- 3	a
-- 1	b
SELECT k, v FROM t FINAL ORDER BY -2 DESC;
-- 3	a
-- 2	a
-- 1	b
SELECT k, v FROM t ORDER BY -3;
-- error BAD_ARGUMENTS
SELECT k, v FROM t ORDER BY 3;
-- error BAD_ARGUMENTS
SELECT 1 AS one FROM t ORDER BY -1, 1 DESC;
-- 1
-- 1
-- 1
SELECT count(), v FROM t GROUP BY -1 ORDER BY v;
-- 2	a
-- 1	b
SELECT k, v FROM t ORDER BY 1 LIMIT 1 BY -1;
-- 1	b
-- 2	a
SELECT k, v FROM t ORDER BY k LIMIT 1 BY -3;
-- error BAD_ARGUMENTS
SELECT k > 1 AS c, k FROM t ORDER BY k WITH FILL TO 6 INTERPOLATE (c AS c + 1);
-- 0	1
-- 1	2
-- 1	3
-- 2	4
-- 3	5
