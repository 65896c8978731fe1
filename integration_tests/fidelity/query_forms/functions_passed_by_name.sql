-- Functions that stand where a lambda is wanted, and aliases inside lambdas that have names.

CREATE TABLE t (k UInt32, p UInt8, s String, v Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 'a', 5), (2, 1, 'b', 6), (3, 2, 'c', 7);
SELECT arrayMap(upper, [s]), arrayMap(plus, [k], [p]), arraySort(negate, [k, p]) FROM t ORDER BY k;
-- ['A']	[2]	[1,1]
-- ['B']	[3]	[2,1]
-- ['C']	[5]	[3,2]
CREATE FUNCTION passed_twice AS x -> x * 2;
CREATE FUNCTION passed_sum AS (x, y) -> (x + y AS z) * z;
SELECT arrayMap(passed_twice, [k, p]), arrayMap(passed_sum, [k], [p]), passed_sum(k, p) FROM t ORDER BY k;
-- [2,2]	[4]	4
-- [4,2]	[9]	9
-- [6,4]	[25]	25
SELECT arraySort(passed_twice, [k, p]), arrayFold(passed_sum, [toUInt64(k)], toUInt64(1)) FROM t ORDER BY k;
-- [1,1]	4
-- [1,2]	9
-- [2,3]	16
SELECT k AS passed_twice, arrayMap(x -> passed_twice, [1]) FROM t ORDER BY k;
-- 1	[1]
-- 2	[2]
-- 3	[3]
SELECT arrayFilter(passed_twice, [k, p]) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayExists(x -> x + 1, [p]) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapFilter((k, v) -> v, map(s, k)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayFilter(x -> x, [p, 0]), arrayCount(x -> NULL, [p]), arrayFilter(x -> x::Bool, [k]) FROM t ORDER BY k;
-- [1]	0	[1]
-- [1]	0	[2]
-- [2]	0	[3]
WITH x -> (x + 1 AS y) * y AS f SELECT f(k), f(v) FROM t ORDER BY k;
-- 4	36
-- 9	49
-- 16	64
WITH x -> ((x + 1 AS y) * 2 AS z) + y + z AS f SELECT f(k) AS y, arrayMap(f, [k, p]) FROM t ORDER BY k;
-- 10	[10,10]
-- 15	[15,10]
-- 20	[20,15]
DROP FUNCTION passed_twice;
DROP FUNCTION passed_sum;
