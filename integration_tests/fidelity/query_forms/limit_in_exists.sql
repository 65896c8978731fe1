-- A LIMIT in a correlated EXISTS leaves a row where there is one.

CREATE TABLE t (k Int64, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, toString(number % 3) FROM numbers(10);
SELECT k FROM t AS a WHERE EXISTS (SELECT 1 FROM t AS b WHERE b.k = a.k + 5 LIMIT 1) ORDER BY k;
-- 0
-- 1
-- 2
-- 3
-- 4
SELECT k FROM t AS a WHERE NOT EXISTS (SELECT 1 FROM t AS b WHERE b.k = a.k + 5 LIMIT 2) ORDER BY k;
-- 5
-- 6
-- 7
-- 8
-- 9
SELECT k, EXISTS (SELECT 1 FROM t AS b WHERE b.k = a.k + 5 LIMIT 1) + 0 AS e FROM t AS a ORDER BY k;
-- 0	1
-- 1	1
-- 2	1
-- 3	1
-- 4	1
-- 5	0
-- 6	0
-- 7	0
-- 8	0
-- 9	0
SELECT k FROM t AS a WHERE EXISTS (SELECT 1 FROM t AS b WHERE b.k >= a.k + 5 LIMIT 1 OFFSET 2) ORDER BY k;
-- error NOT_IMPLEMENTED
SELECT k FROM t AS a WHERE EXISTS (SELECT 1 FROM t AS b WHERE b.k = a.k + 5 LIMIT 0) ORDER BY k;
-- error NOT_IMPLEMENTED
SELECT count() FROM t WHERE EXISTS (SELECT 1 FROM t WHERE k > 5 LIMIT 1 OFFSET 3);
-- 10
SELECT count() FROM t WHERE EXISTS (SELECT 1 FROM t WHERE k > 5 LIMIT 1 OFFSET 30);
-- 0
SELECT count() FROM t WHERE EXISTS (SELECT 1 FROM t WHERE k > 5 LIMIT 0);
-- 0
