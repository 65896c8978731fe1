-- What functions take between bounds alone: shifts, places of bits, lengths, days, stretches.

CREATE TABLE t (k UInt32, s String, n Nullable(Int32), i Int64, u UInt8, f Float64, small Int8, big UInt64, wide UInt128, b Bool, ip IPv4) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', NULL, 5, 7, 1.5, -3, 18446744073709551615, 3, true, '0.0.0.3'), (2, 'bb', 3, 9, 255, -2, 100, 9223372036854775808, 4, false, '0.0.0.1'), (3, '', 4, 0, 0, 0, 0, 1, 5, true, '0.0.0.0');
SELECT bitShiftLeft(k, -1) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT bitShiftRight(k, small) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT bitShiftLeft(u, 7), bitShiftLeft(u, 8), bitShiftLeft(u, 9), bitShiftRight(small, 2), bitShiftLeft(i, 64) FROM t ORDER BY k;
-- 128	0	0	-1	0
-- 128	0	0	25	0
-- 0	0	0	0	0
SELECT bitShiftLeft(u, n), bitShiftLeft(u, b), bitShiftRight(k, ip) FROM t ORDER BY k;
-- \N	14	0
-- 2040	255	1
-- 0	0	3
SELECT bitTest(k, 31), bitTest(big, 63), bitTest(big, 0), bitTestAll(big, 3, 5), bitTestAny(big, 1, 2) FROM t ORDER BY k;
-- 0	1	1	1	1
-- 0	1	0	0	0
-- 0	0	1	0	0
SELECT bitTest(k, -1) FROM t;
-- error PARAMETER_OUT_OF_BOUND
SELECT bitTest(u, 8) FROM t;
-- error PARAMETER_OUT_OF_BOUND
SELECT bitTestAll(k, 1, 64) FROM t;
-- error PARAMETER_OUT_OF_BOUND
SELECT range(n) FROM t;
-- error BAD_ARGUMENTS
SELECT range(k, n) FROM t;
-- error BAD_ARGUMENTS
SELECT range(n) FROM t WHERE n IS NOT NULL ORDER BY k;
-- [0,1,2]
-- [0,1,2,3]
SELECT range(k, NULL) FROM t;
-- \N
-- \N
-- \N
SELECT range(-1) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT range(small) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT range(ip) FROM t;
-- error ILLEGAL_COLUMN
SELECT range(big) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT range(0, 1000000000) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT range(5, 1), range(1, 10, 3), range(10, 1, -3), range(small, k) FROM t WHERE k > 1 ORDER BY k;
-- []	[1,4,7]	[10,7,4]	[]
-- []	[1,4,7]	[10,7,4]	[0,1,2]
SELECT leftPad(s, -1) FROM t;
-- error INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE
SELECT rightPad(s, small) FROM t;
-- error INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE
SELECT leftPadUTF8(s, -1) FROM t;
-- error INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE
SELECT rightPadUTF8(s, 1000001) FROM t;
-- error TOO_LARGE_STRING_SIZE
SELECT leftPad(s, 5, s) FROM t;
-- error ILLEGAL_COLUMN
SELECT leftPad(s, n), leftPad(s, k + 2, '*'), leftPad(s, 5, '') FROM t ORDER BY k;
-- \N	**a	    a
--  bb	**bb	   bb
--     	*****	     
SELECT fromDaysSinceYearZero(-1) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT fromDaysSinceYearZero32(small) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT fromDaysSinceYearZero(n + 739136), fromDaysSinceYearZero32(k + 739136) FROM t ORDER BY k;
-- \N	2023-09-09
-- 2023-09-11	2023-09-10
-- 2023-09-12	2023-09-11
SELECT arrayShingles([1, 2, 3], 0) FROM t;
-- error BAD_ARGUMENTS
SELECT arrayShingles([1, 2, 3], -1) FROM t;
-- error BAD_ARGUMENTS
SELECT arrayShingles([1, 2, 3], 4) FROM t;
-- error BAD_ARGUMENTS
SELECT arrayShingles(range(k), 2) FROM t;
-- error BAD_ARGUMENTS
SELECT arrayShingles([k, 2, 3], k) FROM t ORDER BY k;
-- [[1],[2],[3]]
-- [[2,2],[2,3]]
-- [[3,2,3]]
SELECT widthBucket(f, 10, 1, 4), widthBucket(f, 1, 1, 4), widthBucket(f, 0, 2, 4), widthBucket(f, small, 3, k), widthBucket(n, 5, 1, 3) FROM t ORDER BY k;
-- 0	0	4	1	\N
-- 0	0	0	0	0
-- 0	0	1	1	0
SELECT widthBucket(f, 0, 2, 0) FROM t;
-- error BAD_ARGUMENTS
SELECT widthBucket(f, nan, 3, 3) FROM t;
-- error BAD_ARGUMENTS
SELECT widthBucket(f, 1, inf, 3) FROM t;
-- error BAD_ARGUMENTS
