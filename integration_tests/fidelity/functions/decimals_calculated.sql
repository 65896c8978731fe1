-- Decimals keep all digits of what is calculated with them, up to those of their type.

CREATE TABLE d (a Decimal(38, 18), b Decimal(9, 2), c Decimal(18, 6), n Nullable(Decimal(9, 2))) ENGINE = MergeTree ORDER BY a;
INSERT INTO d VALUES (3, 7, 0.5, NULL), (-7.000000000000000001, -0.01, 123456.789012, 2.5);
SELECT toString(1 / a), toString(a / b), toString(a / 7), toString(b / 3), toString(a / c), toString(b / n) FROM d ORDER BY a;
-- -0.142857142857142857	700.0000000000000001	-1	0	-0.000056700000510458	0
-- 0.333333333333333333	0.428571428571428571	0.428571428571428571	2.33	6	\N
SELECT toString(a + b), toString(a - 1), toString(b * c), toString(a * b), toString(n * 2), toString(1 - c), toString(b + true) FROM d ORDER BY a;
-- -7.010000000000000001	-8.000000000000000001	-1234.56789012	0.07000000000000000001	5	-123455.789012	0.99
-- 10	2	3.5	21	\N	0.5	8
SELECT toTypeName(1 / a), toTypeName(a / b), toTypeName(b * c), toTypeName(a - 1), toTypeName(b * n) FROM d LIMIT 1;
-- Decimal(38, 18)	Decimal(38, 18)	Decimal(18, 8)	Decimal(38, 18)	Nullable(Decimal(9, 4))
SELECT toString(21 / toDecimal128(42.42, 18)), toString(toDecimal128(2, 10) / toDecimal64(3, 2)), toString(toDecimal32(-2, 5) / 3);
-- 0.495049504950495049	0.6666666666	-0.66666
SELECT toString(toDecimal32(42.42, 3) * toDecimal32(42.42, 3)), toString(toDecimal32(99999999, 1) + toDecimal32(99999999, 1));
-- 1799.4564	199999998
SELECT toString(toDecimal128(3, 18) * toDecimal128(2, 18)), toString(toDecimal128('0.000000000000000001', 18) * toDecimal128('123456789.123', 18));
-- 6	0.000000000123456789123
SELECT toString(toDecimal128('1234567890123456789012345678901234567', 0)), toString(CAST('12345678901234567890123456789012345678' AS Decimal(38, 0)));
-- 1234567890123456789012345678901234567	12345678901234567890123456789012345678
SELECT toString(toDecimal128('0.12345678901234567890123456789', 25)), toString(toDecimal128('1e5', 2)), toString(toDecimal64('1.5e-3', 6)), toString(toDecimal32(-1.999, 2));
-- 0.1234567890123456789012345	100000	0.0015	-1.99
SELECT toString(toDecimal128OrNull('1234567890123456789012345678901234567', 0)), toDecimal32OrNull('12345678901', 0), toString(toDecimal32OrNull('1.999', 1));
-- 1234567890123456789012345678901234567	\N	1.9
SELECT toTypeName([toInt64(1), toDecimal32(1, 0)]), toTypeName([toInt32(1), toDecimal32(1, 0)]), toTypeName([toUInt32(1), toDecimal32(1, 0)]), toTypeName([toInt64(1), toDecimal32(1, 2)]);
-- Array(Decimal(18, 0))	Array(Decimal(9, 0))	Array(Decimal(18, 0))	Array(Decimal(38, 2))
SELECT toTypeName(if(materialize(1), toInt64(1), toDecimal32(1, 0))), toTypeName(if(materialize(1), toInt32(1), toDecimal32(1, 2)));
-- Decimal(18, 0)	Decimal(18, 2)
SELECT toString(sum(b * c)), toString(max(b + 1)) FROM d;
-- -1231.06789012	8
SELECT a + b AS s FROM d WHERE a * 2 < 10 AND b / 7 = 1;
-- 10
SELECT toDecimal32(99999, 4) * toDecimal32(99999, 4);
-- error DECIMAL_OVERFLOW
SELECT toDecimal32(1, 2) / 0;
-- error ILLEGAL_DIVISION
SELECT 1 / toDecimal32(0, 2);
-- error ILLEGAL_DIVISION
SELECT toDecimal32('12345678901', 2);
-- error ARGUMENT_OUT_OF_BOUND
SELECT toDecimal32(12345678901, 2);
-- error DECIMAL_OVERFLOW
SELECT toDecimal64(nan, 2);
-- error DECIMAL_OVERFLOW
SELECT toDecimal32('x', 2);
-- error CANNOT_PARSE_TEXT
