-- Functions of several arrays read them side by side, and want them of one size.

CREATE TABLE t (k UInt32, a Array(Int32), s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2], 'x'), (2, [3], 'y');
SELECT arrayMap((x, y, z) -> x + y + z, a, a, a), arraySum((x, y, z) -> x * y + z, a, a, a), arrayFilter((x, y, z) -> x + y + z > 3, a, a, a) FROM t ORDER BY k;
-- [3,6]	8	[2]
-- [9]	12	[3]
SELECT arraySort((x, y, z) -> -z, a, a, a), arrayFirst((x, y, z) -> z > 1, a, a, a), arrayFirstIndex((x, y, z) -> z > 1, a, a, a) FROM t ORDER BY k;
-- [2,1]	2	2
-- [3]	3	1
SELECT arrayMap((x, y, z) -> concat(y, toString(x + z)), a, arrayMap(v -> s, a), arrayEnumerate(a)) FROM t ORDER BY k;
-- ['x2','x4']
-- ['y4']
SELECT arrayMap((x, y) -> x + y, a, [1]) FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT arrayMap((x, y, z) -> x, a, a, [1]) FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT arrayFilter((x, y) -> x > y, a, [1]) FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT arrayZip(a, [1]) FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT a + [1] FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT a + [1, 2], a - a FROM t WHERE k = 1;
-- [2,4]	[0,0]
SELECT k, x, y FROM t ARRAY JOIN a AS x, arrayEnumerate(a) AS y ORDER BY k, y;
-- 1	1	1
-- 1	2	2
-- 2	3	1
SELECT k, x, y FROM t ARRAY JOIN a AS x, [1] AS y;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT arrayMap((x, y) -> x, a, a, a) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
