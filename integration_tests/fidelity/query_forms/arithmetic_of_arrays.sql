-- What is calculated with arrays and tuples is calculated with their elements.

CREATE TABLE t (k Int32, a Array(Int32), b Array(Float64), p Tuple(Int32, Float64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (2, [1, -2, 30], [0.5, 2, 4], (7, 2.5)), (5, [], [], (-7, 0));
SELECT a / k, a * k, k * a, intDiv(a, k), a % k, b / 2, a + a, a - a FROM t ORDER BY k;
-- [0.5,-1,15]	[2,-4,60]	[2,-4,60]	[0,-1,15]	[1,0,0]	[0.25,1,2]	[2,-4,60]	[0,0,0]
-- []	[]	[]	[]	[]	[]	[]	[]
SELECT p * 2, toTypeName(a / k), toTypeName(a % k), toTypeName(intDiv(a, k)) FROM t ORDER BY k;
-- (14,5)	Array(Float64)	Array(Int64)	Array(Int32)
-- (-14,0)	Array(Float64)	Array(Int64)	Array(Int32)
SELECT a * b FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT a / a FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toInt8(toBool(CAST('x' AS Enum8('x' = -3)))), toInt8(toBool(INTERVAL 3 DAY)), toInt8(toBool(true)) FROM t ORDER BY k;
-- 1	1	1
-- 1	1	1
