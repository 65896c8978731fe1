-- Divisions, divisors and signs of odd numbers, and roundings to zero.

CREATE TABLE t (k Int8, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL);
SELECT roundToExp2(0.7), roundToExp2(-3.7), roundToExp2(nan), roundToExp2(inf), roundToExp2(-0.0), roundToExp2(1e300) FROM t;
-- 0.5	-2	inf	inf	-0	6.696928794914171e299
SELECT roundToExp2(toFloat32(-0.5)), roundToExp2(-5), roundToExp2(toInt8(-128)), roundToExp2(toUInt64(18446744073709551615)), intDiv(3, 2.), intDiv(-7.5, 2) FROM t;
-- -0.5	0	0	9223372036854775808	1	-3
SELECT intDiv(7.9, 2.5), intDiv(toFloat32(1e10), 10), intDiv(toDecimal32(7.5,1), 2.), intDiv(7, toDecimal32(2.5,1)), intDiv(toDecimal32(7.5,1), 2), intDivOrZero(1.5, 0) FROM t;
-- 3	1000000000	3	2	3	0
SELECT intDivOrZero(7, 0.5), intDivOrZero(toUInt8(255), -1), intDiv(toUInt8(255), -1), modulo(7.5, 2), modulo(-7.5, 2), modulo(7.5, 0) FROM t;
-- 14	1	1	1.5	-1.5	nan
SELECT moduloOrZero(7.5, 0), positiveModulo(-7.5, 2), gcd(toInt32(-2147483648), 1), lcm(toInt32(-2147483648), 3), gcd(12, 18), gcd(toUInt64(18446744073709551615), 15) FROM t;
-- nan	0.5	1	6442450944	6	15
SELECT lcm(toUInt64(18446744073709551615), 15), negate(toUInt64(18446744073709551615)), negate(toUInt64(9223372036854775808)), negate(true), negate(toUInt8(200)), abs(toInt64(-9223372036854775808)) FROM t;
-- 18446744073709551615	1	-9223372036854775808	-1	-200	9223372036854775808
SELECT abs(true), round(toDecimal32(9999999.99,2),-9), round(2.5, materialize(1)), round(materialize(123), materialize(-1)), roundBankers(2.5), roundBankers(-2.5e-7) FROM t;
-- 1	0	2.5	120	2	-0
SELECT round(-0.2), ceil(-0.5), trunc(-0.5), max2(1::Nullable(Int32), 2) FROM t;
-- -0	-0	-0	2
CREATE TABLE signs (k Int8, a8 Int8, u8 UInt8, a16 Int16, u16 UInt16, a32 Int32, u32 UInt32, a64 Int64, u64 UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO signs VALUES (1, -5, 200, 1000, 40000, -7, 4000000000, -3, 18446744073709551615), (2, 100, 201, -300, 65535, 70000, 3000000000, 9000000000, 9223372036854775809);
SELECT intDiv(u8, a8), intDiv(a8, u8), intDiv(a16, u8), intDiv(u8, a16), intDiv(u16, a8), intDiv(a8, u16), intDiv(u32, a32), intDiv(a32, u32) FROM signs ORDER BY k;
-- 11	0	5	0	5107	0	42138185	0
-- 0	-1	-1	0	0	-100	-18499	0
SELECT intDiv(a64, u32), intDiv(u64, a8), intDiv(a8, u64), intDiv(u64, a64), intDiv(a64, u64), intDiv(toUInt128(200), a8), intDivOrZero(u8, a8), intDivOrNull(u8, a8) FROM signs ORDER BY k;
-- 0	0	5	0	3	-40	11	11
-- 3	-92233720368547758	0	-1024819115	0	2	0	0
SELECT intDiv(200, -5), intDiv(200, a8), intDiv(u8, -5), intDiv(100, -5), intDiv(u8, 5), u8 DIV -3, intDiv(true, -1), u8 % a8, a8 % u8 FROM signs ORDER BY k;
-- 11	11	11	-20	40	18	-1	0	-5
-- 11	0	11	-20	40	18	-1	1	100
