-- Elements of tuples inside of arrays of arrays, and the sizes and NULLs of arrays.

SET flatten_nested = 0;
CREATE TABLE t (a Nested(x UInt32, n Nested(s String, b UInt32)), d Array(Array(Tuple(p UInt8, q String))), m Map(String, Array(UInt8)), z Array(Nullable(String)), o Array(Array(Nullable(UInt8)))) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO t VALUES ([(4, [('a', 5), ('s', 6)]), (5, [])], [[(1, 'x')], [(2, 'y'), (3, 'z')]], {'k': [1, 2]}, ['a', NULL], [[1, NULL], []]);
SELECT a.x, a.n.s, a.n.b, a.n FROM t;
-- [4,5]	[['a','s'],[]]	[[5,6],[]]	[[('a',5),('s',6)],[]]
SELECT d.p, d.q, tupleElement(d, 'p'), d.2, d[2].q FROM t;
-- [[1],[2,3]]	[['x'],['y','z']]	[[1],[2,3]]	[['x'],['y','z']]	['y','z']
SELECT d.size0, d.size1 FROM t;
-- 2	[1,2]
SELECT m.size0, z.size0, o.size1 FROM t;
-- 1	2	[2,0]
SELECT z.null, o.null, m.keys, m.values FROM t;
-- [0,1]	[[0,1],[]]	['k']	[[1,2]]
SELECT a.n.nope FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT toTypeName(a.n.s), toTypeName(d.p), toTypeName(d.size1), toTypeName(z.null) FROM t;
-- Array(Array(String))	Array(Array(UInt8))	Array(UInt64)	Array(UInt8)
