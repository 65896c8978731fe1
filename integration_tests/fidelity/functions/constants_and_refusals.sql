-- Numbers of other bases, NaN among others, constants beside numbers, and what is refused.

SELECT toTypeName(-0x80), toTypeName(-0b1), toTypeName(-0x81), toTypeName(-0xFF), toTypeName(-0x8000000000000000), toTypeName(-(0x80)), toTypeName(1 - 0x10);
-- Int8	Int8	Int16	Int16	Int64	Int16	Int16
SELECT -0x80, -0b1, 1 - 0x10, 0x123p4, toTypeName(0x1p4), -0x1p3;
-- -128	-1	-15	4656	Float64	-8
SELECT arrayMax([1, nan, 2]), arrayMax([nan, 1]), arrayMax([1, nan]), arrayMin([nan, 1]), arrayMin([2, nan, 1]), arrayMax([nan]), arrayMin([nan, nan]);
-- 2	1	1	1	1	nan	nan
SELECT arrayMax(x -> x * 2, [1, nan, 2]), arrayMin(x -> -x, [nan, 1, 2]), arrayMax([toFloat32(1), nan]), arrayMax([-inf, nan]), arrayMin([inf, nan]);
-- 4	-2	1	-inf	inf
SELECT (toString(5) = 5) + 0, (concat('5', '') = 5) + 0, (5 = toString(5)) + 0, (toString(5) <> 6) + 0, (toString(5) < 10) + 0, (toString(5) IN (5)) + 0, (5 IN (toString(5))) + 0;
-- 1	1	1	1	1	1	1
SELECT toDate(7) - true, toDate(7) + true, toDateTime(7) - true, true + toDate(7), (toDateTime(7, 'UTC') < toBool(2)) + 0;
-- 1970-01-07	1970-01-09	1970-01-01 00:00:06	1970-01-09	0
SELECT now64(3, 1111);
-- error ILLEGAL_COLUMN
SELECT toDate(toDecimal32(10, 2));
-- error ILLEGAL_COLUMN
SELECT toDate32(toDecimal64(10, 2));
-- error ILLEGAL_COLUMN
SELECT toDate(7) + toDecimal32(1, 2);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toDateTime(7) - toDecimal32(1, 2);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toDateTime(7) - toInt128(1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toDate(7) + toUInt256(1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT (SELECT [1] WHERE 0);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT map('a', 1) WHERE 0);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT number FROM numbers(3) WHERE number > 5), (SELECT [number] FROM numbers(3) WHERE number = 1), (SELECT groupArray(number) FROM numbers(3) WHERE number > 5);
-- \N	[1]	[]
