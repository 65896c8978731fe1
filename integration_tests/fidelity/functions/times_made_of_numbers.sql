-- Times made of numbers and of texts, with fractions and time zones.

CREATE TABLE t (k Int64, y Int32, h Nullable(UInt8), f Float64, w DateTime64(6), s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 2024, 3, 7, '2024-02-29 11:12:13.123456', '2021-01-04 23:12:34.123456'), (2, 1899, 25, 1234567, '1969-12-31 23:59:59.000001', 'x'), (3, 2300, NULL, 1, '2020-01-01 00:00:00', '1900-01-04 23:12:34.5'), (4, 2023, 30, nan, '2020-01-01 00:00:00', '');
SELECT k, toString(makeDateTime64(y, 2, 30, h, 61, 99, f, 3)), toString(makeDateTime64(y, 1, 1, 1, 1, 1)), toString(makeDateTime64(y, k, 1, 1, 1, 1, 5, 6, 'Asia/Tokyo')) FROM t ORDER BY k;
-- 1	2024-03-01 04:02:39.007	2024-01-01 01:01:01.000	2024-01-01 01:01:01.000005
-- 2	1900-01-01 00:00:00.000	1900-01-01 00:00:00.000	1900-01-01 00:00:00.000000
-- 3	\N	2299-12-31 23:59:59.999	2299-12-31 23:59:59.999999
-- 4	1900-01-01 00:00:00.000	2023-01-01 01:01:01.000	2023-04-01 01:01:01.000005
SELECT k, toString(makeDateTime(y, 2, 30, h, 61, 99)), toString(makeDateTime(y, 1, 1, 1, 1, 1, 'Asia/Tokyo')) FROM t ORDER BY k;
-- 1	2024-03-01 04:02:39	2024-01-01 01:01:01
-- 2	1970-01-01 00:00:00	1970-01-01 09:00:00
-- 3	\N	2106-02-07 15:28:15
-- 4	2023-03-03 07:02:39	2023-01-01 01:01:01
SELECT toTypeName(makeDateTime64(y, 1, 1, 1, 1, 1)), toTypeName(makeDateTime64(y, 1, 1, h, 1, 1, 1, 6, 'Asia/Tokyo')) FROM t LIMIT 1;
-- DateTime64(3)	Nullable(DateTime64(6, 'Asia/Tokyo'))
SELECT k, toString(YYYYMMDDhhmmssToDateTime64(toYYYYMMDDhhmmss(w), 6)), toString(YYYYMMDDhhmmssToDateTime64(y * 10000000000 + 230131415.5, 1)) FROM t WHERE k NOT IN (2, 3) ORDER BY k;
-- 1	2024-02-29 11:12:13.000000	2024-03-01 13:14:15.5
-- 4	2020-01-01 00:00:00.000000	2023-03-02 13:14:15.5
SELECT toString(YYYYMMDDhhmmssToDateTime64(20230911131415, 3, 'Asia/Tokyo')), toString(YYYYMMDDhhmmssToDateTime(20230911131415, 'Asia/Tokyo')) FROM t LIMIT 1;
-- 2023-09-11 13:14:15.000	2023-09-11 13:14:15
SELECT k, toString(parseDateTime64OrNull(s)), toString(parseDateTime64OrZero(s)), toString(parseDateTime64OrNull(s, '%Y-%m-%d %H:%i:%s.%f', 'Asia/Tokyo')) FROM t ORDER BY k;
-- 1	2021-01-04 23:12:34.123456	2021-01-04 23:12:34.123456	2021-01-04 23:12:34.123456
-- 2	\N	1970-01-01 00:00:00.000000	\N
-- 3	1900-01-04 23:12:34.500000	1900-01-04 23:12:34.500000	1900-01-04 23:12:34.500000
-- 4	\N	1970-01-01 00:00:00.000000	\N
SELECT toTypeName(parseDateTime64OrNull(s, '%F %T.%f', 'Asia/Tokyo')) FROM t LIMIT 1;
-- Nullable(DateTime64(6, 'Asia/Tokyo'))
SELECT k, toMicrosecond(w), toNanosecond(w), toMillisecond(w, 'Asia/Tokyo'), toTypeName(toMicrosecond(w)) FROM t ORDER BY k;
-- 1	123456	123456000	123	UInt32
-- 2	1	1000	0	UInt32
-- 3	0	0	0	UInt32
-- 4	0	0	0	UInt32
SELECT makeDateTime64(y, 1, 1, 1, 1, 1, 1, 10) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT makeDateTime64('2024', 1, 1, 1, 1, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT makeDateTime64(y, 1, 1, 1, 1) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT parseDateTime64(s, 7) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, toString(YYYYMMDDhhmmssToDateTime64(y * 10000000000 + 230131415.5, 1)), toString(YYYYMMDDhhmmssToDateTime64(y * 10000000000 + 230131415.25, 3)), toString(YYYYMMDDhhmmssToDateTime64(y * 10000000000 + 230131415.75, 3, 'Asia/Tokyo')) FROM t ORDER BY k;
-- 1	2024-03-01 13:14:15.5	2024-03-01 13:14:15.250	2024-03-01 13:14:15.750
-- 2	1899-12-31 23:59:59.5	1900-01-01 00:00:00.250	1899-12-31 23:59:59.750
-- 3	2299-12-31 23:59:58.5	2299-12-31 23:59:59.250	2299-12-31 23:59:58.750
-- 4	2023-03-02 13:14:15.5	2023-03-02 13:14:15.250	2023-03-02 13:14:15.750
SELECT toString(YYYYMMDDhhmmssToDateTime64(23000230131415.5, 1)), toString(YYYYMMDDhhmmssToDateTime64(20240229111213.15234375, 1)), toString(YYYYMMDDhhmmssToDateTime64(toDecimal64('20240229111213.75', 2), 1)), toString(YYYYMMDDhhmmssToDateTime(20240229111213.5)) FROM t LIMIT 1;
-- 2299-12-31 23:59:58.5	2024-02-29 11:12:13.2	2024-02-29 11:12:13.7	2024-02-29 11:12:14
SELECT YYYYMMDDhhmmssToDateTime64(f, 3) FROM t;
-- error BAD_ARGUMENTS
SELECT YYYYMMDDhhmmssToDateTime(f) FROM t;
-- error BAD_ARGUMENTS
SELECT YYYYMMDDhhmmssToDateTime64(22630130131415.5, 9);
-- error DECIMAL_OVERFLOW
SELECT parseDateTime64(s) FROM t;
-- error CANNOT_PARSE_DATETIME
SELECT parseDateTime64('x');
-- error CANNOT_PARSE_DATETIME
SELECT parseDateTime64('2024-13-01 00:00:00');
-- error CANNOT_PARSE_DATETIME
SELECT parseDateTime(s, '%Y') FROM t;
-- error CANNOT_PARSE_DATETIME
SELECT parseDateTimeInJodaSyntax(s, 'yyyy') FROM t;
-- error CANNOT_PARSE_DATETIME
SELECT toMicrosecond(toDate('2024-01-01'));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toMillisecond(toDate(w)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toNanosecond(toDate32(w)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toMicrosecond(toDateTime(w)) FROM t ORDER BY k;
-- 0
-- 0
-- 0
-- 0
SELECT toStartOfNanosecond(toDateTime(w)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfNanosecond(toDate('2024-01-01'));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfSecond(toDateTime(w)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfMicrosecond(toDate32(w)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
