-- CAST reads constant texts as arrays and tuples; maps become arrays of pairs, and the other way round.

CREATE TABLE t (k UInt32, m Map(String, UInt8), a Array(UInt8), s String, e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, {'x': 1}, [1, 2], '[1]', 'a'), (2, {}, [], '', 'b');

SELECT CAST('[1, 2]' AS Array(UInt8)) AS x, x[2], '(3,\'q\')'::Tuple(n Int32, s String) AS y, y.s, '[]'::Array(String), '[[\'a\'],[]]'::Array(Array(String)) FROM t LIMIT 1;
-- [1,2]	2	(3,'q')	q	[]	[['a'],[]]
SELECT CAST('[1,NULL]' AS Array(Nullable(Int64))), '[(1,\'a\')]'::Array(Tuple(UInt8, String)), CAST('[\'2020-01-01\']' AS Array(Date))[1], '[true]'::Array(Bool) FROM t LIMIT 1;
-- [1,NULL]	[(1,'a')]	2020-01-01	[true]
SELECT CAST('[300]' AS Array(UInt8)) FROM t WHERE k = 1;
-- [44]
SELECT CAST('x' AS Array(UInt8)) FROM t;
-- error CANNOT_READ_ARRAY_FROM_TEXT
SELECT CAST('{}' AS Map(String, UInt8)) FROM t;
-- error TYPE_MISMATCH
SELECT CAST(m AS Array(Tuple(String, UInt32))) AS x, x[1].2, m::Array(Tuple(name String, n UInt8)) AS y, y.name FROM t ORDER BY k;
-- [('x',1)]	1	[('x',1)]	['x']
-- []	0	[]	[]
SELECT CAST((a, a) AS Map(UInt8, String)), CAST(([1, 2], ['x', 'y']) AS Map(UInt8, String)), CAST([(k, s)] AS Map(UInt64, String)), CAST(m AS Map(String, String)) FROM t ORDER BY k;
-- {1:'1',2:'2'}	{1:'x',2:'y'}	{1:'[1]'}	{'x':'1'}
-- {}	{1:'x',2:'y'}	{2:''}	{}
SELECT CAST([1] AS Map(UInt8, UInt8)) FROM t;
-- error TYPE_MISMATCH
SELECT CAST(k AS Array(UInt32)) FROM t;
-- error TYPE_MISMATCH
SELECT CAST(e AS Enum8('b' = 1, 'a' = 2)) FROM t;
-- error CANNOT_CONVERT_TYPE
SELECT CAST(e AS Enum8('a' = 1, 'b' = 2, 'c' = 3)) FROM t ORDER BY k;
-- a
-- b
