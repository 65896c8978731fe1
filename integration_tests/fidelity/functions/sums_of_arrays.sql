-- What calculates with the elements of arrays takes numbers, and no NULLs.

CREATE TABLE t (k Int64, n Nullable(Int32), a Array(Int32), b Array(Nullable(Int32))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL, [1, 2], [1, NULL]), (2, 5, [], []);
SELECT arraySum(a), arrayAvg([1, 2]), arrayProduct(a), arrayCumSum(a), arrayDifference(a), arrayCumSumNonNegative(a) FROM t ORDER BY k;
-- 3	1.5	2	[1,3]	[0,1]	[1,3]
-- 0	1.5	0	[]	[]	[]
SELECT arraySum(x -> x * 2, a), arrayCumSum(x -> -x, a), arraySum((x, y) -> x * y, a, a) FROM t ORDER BY k;
-- 6	[-1,-3]	5
-- 0	[]	0
SELECT arraySum(b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arraySum(x -> n, a) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arraySum(x -> ifNull(x, 0), b), arraySum(arrayFilter(x -> x IS NOT NULL, a)) FROM t ORDER BY k;
-- 1	3
-- 0	0
SELECT arrayAvg(b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayProduct(b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayCumSum(b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayCumSumNonNegative(b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayDifference(b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arraySum([]) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arraySum(['a']) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayDifference([toDate('2024-01-02'), toDate('2024-01-01')]) FROM t;
-- [0,-1]
-- [0,-1]
-- differs: not supported, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
