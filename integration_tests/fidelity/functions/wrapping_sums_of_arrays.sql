-- Sums of arrays wrap around.

CREATE TABLE a (k UInt8, i Int64, u UInt64, s Int32, big Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO a VALUES (1, 9223372036854775807, 18446744073709551615, 2147483647, -9223372036854775808);
SELECT arraySum([i, i, i]) FROM a;
-- 9223372036854775805
SELECT arraySum([u, u]) FROM a;
-- 18446744073709551614
SELECT arraySum(x -> i, [1,2,3]) FROM a;
-- 9223372036854775805
SELECT arraySum([big, big]) FROM a;
-- 0
SELECT arraySum([toInt64(i), 1]) FROM a;
-- -9223372036854775808
SELECT arrayCumSum([i, i, 1]) FROM a;
-- [9223372036854775807,-2,-1]
SELECT arrayCumSum([u, 1]) FROM a;
-- [18446744073709551615,0]
SELECT arrayDifference([big, i]) FROM a;
-- [0,-1]
SELECT arrayCumSumNonNegative([i, i]) FROM a;
-- [9223372036854775807,0]
SELECT arrayAvg([i, i]) FROM a;
-- -1
SELECT arrayReduce('sum', [i, i]) FROM a;
-- -2
SELECT sum(x), toTypeName(sum(x)) FROM (SELECT k, i, arrayJoin([i, i, i]) AS x FROM a) GROUP BY k, i;
-- 9223372036854775805	Int64
SELECT sum(x) FROM (SELECT arrayJoin([u, u, u]) AS x FROM a);
-- 18446744073709551613
