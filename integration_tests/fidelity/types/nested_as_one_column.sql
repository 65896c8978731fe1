-- A Nested that is one column is an array of tuples to functions, lambdas and aggregates.

SET flatten_nested = 0;
CREATE TABLE t (k Int64, n Nested(a Int64, b String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [(1, 'x'), (7, 'y')]), (2, []);
SELECT k, n[1], n[1].b, n[5].a, tupleElement(n[2], 'b') FROM t ORDER BY k;
-- 1	(1,'x')	x	0	y
-- 2	(0,'')	''	0	''
SELECT k, arrayMap(x -> x.a * 2, n), arrayFilter(x -> x.a > 1, n), arrayExists(x -> x.b = 'x', n) FROM t ORDER BY k;
-- 1	[2,14]	[(7,'y')]	1
-- 2	[]	[]	0
SELECT k, arrayFirst(x -> x.a > 5, n), arraySort(x -> -x.a, n), arrayFold((acc, x) -> acc + x.a, n, toInt64(0)) FROM t ORDER BY k;
-- 1	(7,'y')	[(7,'y'),(1,'x')]	8
-- 2	(0,'')	[]	0
SELECT k, has(n, (7, 'y')), indexOf(n, (7, 'y')), n = [(1, 'x'), (7, 'y')] FROM t ORDER BY k;
-- 1	1	2	1
-- 2	0	0	0
SELECT k, arrayResize(n, 3), arrayPushBack(n, (9, 'z')) FROM t ORDER BY k;
-- 1	[(1,'x'),(7,'y'),(0,'')]	[(1,'x'),(7,'y'),(9,'z')]
-- 2	[(0,''),(0,''),(0,'')]	[(9,'z')]
SELECT k, arrayJoin(n) AS e, e.b FROM t ORDER BY k, e.a;
-- 1	(1,'x')	x
-- 1	(7,'y')	y
SELECT arraySort(groupArrayArray(n)), sumArray(n.a) FROM t;
-- [(1,'x'),(7,'y')]	8
SELECT toTypeName(n), toTypeName(n[1]), toTypeName(arrayReverse(n)), toTypeName(arrayResize(n, 3)) FROM t WHERE k = 1;
-- Nested(a Int64, b String)	Tuple(\n    a Int64,\n    b String)	Nested(a Int64, b String)	Nested(a Int64, b String)
SELECT toTypeName(arrayFilter(x -> x.a > 1, n)), toTypeName(groupArray(n)), toTypeName(any(n)) FROM t WHERE k = 1 GROUP BY n;
-- Array(Tuple(\n    a Int64,\n    b String))	Array(Nested(a Int64, b String))	Nested(a Int64, b String)
