-- CAST of texts to arrays and tuples, row by row.

CREATE TABLE t (k Int64, a String, tu String, na Nullable(String), lc LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '[1,2,3]', '(1,\'x\')', '[4]', '[\'q\']'), (2, '[]', '(2,\'y\')', NULL, '[]'), (3, '[ 1 , 2 ]', '( 3 , \'z\' )', '[7]', '[\'a\\\'b\',\'c"d\',\'it\'\'s\',\'\\n\\\\\']');
SELECT k, CAST(a, 'Array(Int32)') AS x, length(x), arraySum(x) FROM t ORDER BY k;
-- 1	[1,2,3]	3	6
-- 2	[]	0	0
-- 3	[1,2]	2	3
SELECT k, a::Array(Nullable(Int64)) AS x FROM t ORDER BY k;
-- 1	[1,2,3]
-- 2	[]
-- 3	[1,2]
SELECT k, CAST(tu AS Tuple(a Int32, b String)) AS z, z.a, z.b FROM t ORDER BY k;
-- 1	(1,'x')	1	x
-- 2	(2,'y')	2	y
-- 3	(3,'z')	3	z
SELECT k, CAST(na AS Array(Int32)) FROM t WHERE na IS NOT NULL ORDER BY k;
-- 1	[4]
-- 3	[7]
SELECT k, CAST(na AS Array(Int32)) FROM t ORDER BY k;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT k, arrayMap(one -> hex(one), CAST(lc AS Array(String))) AS x FROM t ORDER BY k;
-- 1	['71']
-- 2	[]
-- 3	['612762','632264','69742773','0A5C']
SELECT CAST(concat('[', a, ',', a, ']') AS Array(Array(Int32))) FROM t ORDER BY k;
-- [[1,2,3],[1,2,3]]
-- [[],[]]
-- [[1,2],[1,2]]
SELECT CAST(concat('[', tu, ']') AS Array(Tuple(Int32, String))) FROM t ORDER BY k;
-- [(1,'x')]
-- [(2,'y')]
-- [(3,'z')]
SELECT CAST(toString([k, k + 1]) AS Array(Int32)) FROM t ORDER BY k;
-- [1,2]
-- [2,3]
-- [3,4]
SELECT CAST(concat('[\'2024-01-0', toString(k), '\']') AS Array(Date))[1] AS x FROM t ORDER BY k;
-- 2024-01-01
-- 2024-01-02
-- 2024-01-03
SELECT CAST(concat('[NULL,', toString(k), ']') AS Array(Nullable(UInt8))) FROM t ORDER BY k;
-- [NULL,1]
-- [NULL,2]
-- [NULL,3]
SELECT CAST(concat('[NULL,', toString(k * 100), ',]') AS Array(UInt8)) FROM t ORDER BY k;
-- [0,100]
-- [0,200]
-- [0,44]
SELECT CAST(concat('[{\'a\':', toString(k), '}]') AS Array(Map(String, Int32)))[1]['a'] FROM t ORDER BY k;
-- 1
-- 2
-- 3
SELECT CAST(concat('(', toString(k), ',[1,2],(\'x\',NULL))') AS Tuple(UInt8, Array(UInt8), Tuple(String, Nullable(Int8)))) AS q, q.2, q.3.1 FROM t ORDER BY k;
-- (1,[1,2],('x',NULL))	[1,2]	x
-- (2,[1,2],('x',NULL))	[1,2]	x
-- (3,[1,2],('x',NULL))	[1,2]	x
SELECT k FROM t WHERE has(CAST(a AS Array(Int32)), 2) ORDER BY k;
-- 1
-- 3
SELECT CAST(a AS Array(UInt8)) AS x, count() FROM t GROUP BY x ORDER BY x;
-- []	1
-- [1,2]	1
-- [1,2,3]	1
SELECT arrayJoin(CAST(a AS Array(UInt8))) AS x FROM t ORDER BY x;
-- 1
-- 1
-- 2
-- 2
-- 3
SELECT toTypeName(CAST(a AS Array(Int32))) FROM t LIMIT 1;
-- Array(Int32)
SELECT CAST(tu AS Array(Int32)) FROM t;
-- error CANNOT_READ_ARRAY_FROM_TEXT
SELECT CAST(a AS Tuple(Int32, Int32)) FROM t;
-- error CANNOT_PARSE_INPUT_ASSERTION_FAILED
SELECT CAST(a AS Array(String)) FROM t WHERE k = 1;
-- error CANNOT_PARSE_QUOTED_STRING
SELECT CAST(concat(' ', a) AS Array(Int32)) FROM t;
-- error CANNOT_READ_ARRAY_FROM_TEXT
SELECT CAST(concat('[1 ', toString(k), ']') AS Array(Int32)) FROM t;
-- error CANNOT_READ_ARRAY_FROM_TEXT
SELECT CAST(concat('(', toString(k), ')') AS Tuple(Int32, Int32)) FROM t;
-- error CANNOT_PARSE_INPUT_ASSERTION_FAILED
SELECT CAST(a AS Map(String, Int32)) FROM t;
-- error TYPE_MISMATCH
