-- A tuple with names becomes another one by its names, by places where none is in both.

CREATE TABLE t (k UInt8, p Tuple(x Int32, y Int32), n Tuple(Tuple(b UInt8, c String), String), a Array(Tuple(x Int32, y String))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, (5, 7), ((2, 'c'), 'd'), [(1, 'u')]);
SELECT toString(CAST(p AS Tuple(y Int64, x Int64))), toString(CAST(p AS Tuple(y String, z Int64))), toString(CAST(p AS Tuple(x Int8))), toString(CAST(p AS Tuple(x Int8, y String, w UInt8))) FROM t;
-- (7,5)	('7',0)	(5)	(5,'7',0)
SELECT CAST(p AS Tuple(a Int64, b String)), CAST((1, 2) AS Tuple(y Int64, x String)), CAST(p AS Tuple(Int64, String)), CAST([p] AS Array(Tuple(y String, x Int64))) FROM t;
-- (5,'7')	(1,'2')	(5,'7')	[('7',5)]
SELECT CAST(p AS Tuple(a Int64)) FROM t;
-- error TYPE_MISMATCH
CREATE TABLE u (k UInt8, p Tuple(y Int64, x Int64), a Array(Tuple(y String, x UInt8)), q Tuple(z String DEFAULT 'z', x Int32)) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE u (k UInt8, p Tuple(y Int64, x Int64), a Array(Tuple(y String, x UInt8)), q Tuple(z String, x Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO u SELECT k, p, a, p FROM t;
INSERT INTO u SELECT 2, (8, 9), a, ('q', 1) FROM t;
SELECT * FROM u ORDER BY k;
-- 1	(7,5)	[('u',1)]	('',5)
-- 2	(8,9)	[('u',1)]	('q',1)
SELECT tuple(k, p).2.x, (p, k).1.y, n.1.c, n.1.1, (n, 1).1.1.b, arrayFirst(e -> e.x > 1, a), arrayLast(e -> e.x = 1, a), arrayFirstOrNull(e -> e.x > 1, a) IS NULL + 0 FROM t;
-- 5	7	c	2	2	(0,'')	(1,'u')	1
