-- Orders: descending, by expressions, by positions, with NULLs, by all columns.

CREATE TABLE t (k Int64, s String, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'b', 5), (2, 'a', NULL), (3, 'B', 3), (4, 'ä', NULL);

SELECT s FROM t ORDER BY s;
-- B
-- a
-- b
-- ä
SELECT s FROM t ORDER BY lower(s) DESC, k;
-- ä
-- b
-- B
-- a
SELECT k FROM t ORDER BY n DESC, k;
-- 1
-- 3
-- 2
-- 4
SELECT k FROM t ORDER BY n ASC NULLS FIRST, k DESC;
-- 4
-- 2
-- 3
-- 1
SELECT s, k FROM t ORDER BY 2 DESC;
-- ä	4
-- B	3
-- a	2
-- b	1
SELECT k FROM t ORDER BY k % 2, -k;
-- 4
-- 2
-- 3
-- 1
SELECT k, s FROM t ORDER BY ALL;
-- 1	b
-- 2	a
-- 3	B
-- 4	ä
SELECT k FROM t ORDER BY (k % 2, k) DESC;
-- 3
-- 1
-- 4
-- 2
