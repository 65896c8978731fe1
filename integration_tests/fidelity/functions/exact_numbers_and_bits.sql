-- Numbers with all their digits, prime numbers, and pieces of bits.

CREATE TABLE t (k Int64, x Float64, q Nullable(Float64), m Decimal(10, 3), u UInt64, p Nullable(UInt32), s String, f FixedString(5), e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 64.325, 0.1, 1.005, 7, 97, 'Hello', 'Hello', 'a'), (2, -0.001, NULL, -1.995, 18446744073709551557, NULL, '', 'ab', 'b'), (3, 2.5, 1e15, 0.0004, 9223372036854775809, 4, 'ok', 'x', 'a'), (4, nan, -inf, -1.015, 0, 1, 'x', 'y', 'a');
SELECT k, toDecimalString(x, 2), toDecimalString(q, 20), toDecimalString(m, 2), toDecimalString(m, 5), toDecimalString(u, 2), toDecimalString(p, 0) FROM t ORDER BY k;
-- 1	64.33	0.10000000000000000555	1.01	1.00500	7.00	97
-- 2	-0.00	\N	-2.00	-1.99500	18446744073709551557.00	\N
-- 3	2.50	1000000000000000.00000000000000000000	0.00	0.00000	9223372036854775809.00	4
-- 4	nan	-inf	-1.02	-1.01500	0.00	1
SELECT toTypeName(toDecimalString(x, 1)), toTypeName(toDecimalString(p, 1)), toTypeName(isPrime(u)), toTypeName(isPrime(p)) FROM t LIMIT 1;
-- String	Nullable(String)	UInt8	Nullable(UInt8)
SELECT k, isPrime(u), isPrime(p) FROM t ORDER BY k;
-- 1	1	1
-- 2	1	\N
-- 3	0	0
-- 4	0	0
SELECT k, hex(bitSlice(s, 1, 8)), hex(bitSlice(f, 2, 8)), hex(bitSlice(s, -8)), hex(bitSlice(s, 5, -5)), hex(bitSlice(s, 3)) FROM t ORDER BY k;
-- 1	48	90	6F	8656C6C6	2195B1B1BC
-- 2	''	C2	''	''	''
-- 3	6F	F0	6B	F6	BDAC
-- 4	78	F2	78	''	E0
SELECT k, bitRotateLeft(u, 1), bitRotateRight(u, 65), bitRotateLeft(toInt64(k), 63) FROM t ORDER BY k;
-- 1	14	9223372036854775811	-9223372036854775808
-- 2	18446744073709551499	18446744073709551586	1
-- 3	3	13835058055282163712	-9223372036854775807
-- 4	0	0	2
SELECT getSizeOfEnumType(e), toTypeName(getSizeOfEnumType(e)) FROM t LIMIT 1;
-- 2	UInt8
SELECT toDecimalString(u, 78) FROM t;
-- error CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER
SELECT toDecimalString(x, 61) FROM t;
-- error CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER
SELECT toDecimalString(s, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT isPrime(toInt32(k)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitSlice(u, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT getSizeOfEnumType(k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, toDecimalString(x * 0, 2), toDecimalString(-x * 0, 0), toDecimalString(toFloat32(q) * 0, 1), toDecimalString(m, 0), toDecimalString(toDecimal64(k, 0), 0), toDecimalString(toDecimal128(m, 2), 0) FROM t ORDER BY k;
-- 1	0.00	-0	0.0	1.	1	1.
-- 2	-0.00	0	\N	-2.	2	-2.
-- 3	0.00	-0	0.0	0.	3	0.
-- 4	nan	nan	nan	-1.	4	-1.
SELECT toDecimalString(-0.0, 2), toDecimalString(toDecimal64(12.9, 1), 0), toDecimalString(toDecimal64(-0.04, 2), 1), toDecimalString(toNullable(toDecimal64(5, 1)), 0);
-- -0.00	13.	-0.0	5.
