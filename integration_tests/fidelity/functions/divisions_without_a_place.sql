-- The least number of a type with a sign is not divided by -1, and a common divisor is none of 0.

CREATE TABLE t (k UInt8, a Int64, u UInt64, i8 Int8, i16 Int16, i32 Int32, m8 Int8, m64 Int64, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (0, -9223372036854775808, 18446744073709551615, -128, -32768, -2147483648, -1, -1, -1), (1, 12, 12, 5, 6, 7, -1, -1, NULL);
SELECT intDiv(toInt8(-128), toInt8(-1)), k FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(i8, m8) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(i16, -1) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(i32, m64) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(i8, n) FROM t;
-- error ILLEGAL_DIVISION
SELECT a DIV -1 FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(i8, toFloat64(-1)) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(a, m8), intDiv(i8, m8) FROM t WHERE k = 1;
-- -12	-5
SELECT intDiv(u, m8), intDiv(k, m8) FROM t ORDER BY k;
-- 1	0
-- -12	-1
SELECT intDivOrZero(a, m8), intDivOrZero(i32, m64), intDivOrZero(i8, -1), intDivOrNull(i8, m8), intDivOrNull(a, m64) FROM t ORDER BY k;
-- 0	0	0	\N	\N
-- -12	-7	-5	-5	-12
SELECT i8 % m8 FROM t;
-- error ILLEGAL_DIVISION
SELECT i16 % -1 FROM t;
-- error ILLEGAL_DIVISION
SELECT i32 % -1, a % -1 FROM t ORDER BY k;
-- 0	0
-- 0	0
SELECT a % m8 FROM t;
-- error ILLEGAL_DIVISION
SELECT toInt32(-2147483648) % toInt8(-1), k FROM t;
-- error ILLEGAL_DIVISION
SELECT positiveModulo(a, -1) FROM t;
-- error ILLEGAL_DIVISION
SELECT moduloOrZero(a, m8), moduloOrZero(i8, -1), moduloOrNull(a, m8), moduloOrNull(i8, -1), positiveModuloOrNull(i8, m8) FROM t ORDER BY k;
-- 0	0	\N	\N	\N
-- 0	0	0	0	0
SELECT if(k = 0, 0, intDiv(i8, m8)) FROM t ORDER BY k;
-- 0
-- -5
SELECT gcd(0, 0), k FROM t;
-- error ILLEGAL_DIVISION
SELECT gcd(k, 5) FROM t;
-- error ILLEGAL_DIVISION
SELECT lcm(5, k) FROM t;
-- error ILLEGAL_DIVISION
SELECT gcd(i8, m8) FROM t;
-- error ILLEGAL_DIVISION
SELECT gcd(m64, a) FROM t;
-- error ILLEGAL_DIVISION
SELECT gcd(a, 6) FROM t;
-- error DECIMAL_OVERFLOW
SELECT lcm(a, 3) FROM t;
-- error DECIMAL_OVERFLOW
SELECT gcd(u, 6), gcd(u, toInt64(6)), gcd(u, m8), gcd(i8, 6), gcd(i32, 6), gcd(true, 3) FROM t ORDER BY k;
-- 3	1	1	2	2	1
-- 6	6	1	1	1	1
SELECT lcm(i8, 3), lcm(i32, 3), lcm(u, 1), lcm(u, 2), lcm(u, u - 1), lcm(u, m8) FROM t ORDER BY k;
-- 384	6442450944	18446744073709551615	18446744073709551614	2	1
-- 15	21	12	12	132	12
SELECT lcm(toInt64(9223372036854775807), toInt64(2)), k FROM t;
-- error DECIMAL_OVERFLOW
SELECT factorial(20), factorial(-1), factorial(i8), factorial(n), factorial(true) FROM t ORDER BY k;
-- 2432902008176640000	1	1	1	1
-- 2432902008176640000	1	120	\N	1
SELECT factorial(21), k FROM t;
-- error BAD_ARGUMENTS
SELECT factorial(k + 20) FROM t;
-- error BAD_ARGUMENTS
SELECT factorial(u) FROM t;
-- error BAD_ARGUMENTS
SELECT factorial(1.5), k FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT factorial(toInt128(5)), k FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
