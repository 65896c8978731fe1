-- A Nested that ARRAY JOIN names as a whole, with the name of its table before it.

CREATE TABLE t (k UInt8, n Nested(x UInt8, y String)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2], ['a', 'b']), (2, [3], ['c']);

SELECT t.n FROM t FINAL ARRAY JOIN n ORDER BY t.n.x;
-- (1,'a')
-- (2,'b')
-- (3,'c')
SELECT s.n, s.n.x, n.y FROM t AS s ARRAY JOIN s.n ORDER BY s.n.x;
-- (1,'a')	1	a
-- (2,'b')	2	b
-- (3,'c')	3	c
SELECT s.* FROM t AS s ARRAY JOIN n ORDER BY n.x;
-- 1	[1,2]	['a','b']
-- 1	[1,2]	['a','b']
-- 2	[3]	['c']
SELECT number FROM numbers(untuple((2, 3)));
-- 2
-- 3
-- 4
WITH CAST((1, 2), 'Tuple(first UInt64, many UInt64)') AS range SELECT number FROM numbers(range.*);
-- 1
-- 2
