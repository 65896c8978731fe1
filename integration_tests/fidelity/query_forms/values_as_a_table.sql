-- VALUES in parentheses is a table of constants, also beside others.

CREATE TABLE t (k UInt32, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c');
SELECT x.k, t.s FROM t JOIN (VALUES (1), (2)) AS x(k) ON x.k = t.k ORDER BY 1;
-- 1	a
-- 2	b
SELECT x.*, t.k FROM t JOIN (VALUES ('a', 10), ('b', 20)) x ON x.c1 = t.s ORDER BY t.k;
-- a	10	1
-- b	20	2
SELECT * FROM (VALUES (1), (2)) AS x(k), (SELECT k FROM t) AS y ORDER BY 1, 2;
-- 1	1
-- 1	2
-- 1	3
-- 2	1
-- 2	2
-- 2	3
SELECT k, (SELECT max(a) FROM (VALUES (1), (5)) AS x(a)) AS m FROM t ORDER BY k;
-- 1	5
-- 2	5
-- 3	5
SELECT c1, c2 FROM (VALUES ('a UInt8', 1), ('b', 2)) AS x, t WHERE k = 1 ORDER BY c2;
-- a UInt8	1
-- b	2
SELECT * FROM t, (VALUES ('a UInt8'), ('b')) AS x(y) ORDER BY k, y;
-- 1	a	a UInt8
-- 1	a	b
-- 2	b	a UInt8
-- 2	b	b
-- 3	c	a UInt8
-- 3	c	b
SELECT count() FROM t, (VALUES (1, 2), (3)) AS x;
-- error CANNOT_EXTRACT_TABLE_STRUCTURE
SELECT count() FROM t, (VALUES (1), (2)) AS x(a, b);
-- error BAD_ARGUMENTS
