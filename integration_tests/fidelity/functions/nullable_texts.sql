-- A Nullable text that is no value of the type becomes NULL, another one is an error.

CREATE TABLE t (k UInt8, x Nullable(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1'), (2, 'b'), (3, NULL), (4, '300'), (5, '2024-01-02 03:04:05'), (6, '61f0c4045cb311e7907ba6006ad3dba0'), (7, '127.0.0.1');
SELECT k, toUInt8(x), toInt64(x), toInt128(x), toFloat64(x), toDecimal32(x, 2) FROM t WHERE k < 7 ORDER BY k;
-- 1	1	1	1	1	1
-- 2	\N	\N	\N	\N	\N
-- 3	\N	\N	\N	\N	\N
-- 4	\N	300	300	300	300
-- 5	\N	\N	\N	\N	\N
-- 6	\N	\N	\N	\N	\N
SELECT k, toDate(x), toDate32(x), toDateTime(x), toUUID(x), toIPv4(x), toIPv6(x) FROM t WHERE k > 1 ORDER BY k;
-- 2	\N	\N	\N	\N	\N	\N
-- 3	\N	\N	\N	\N	\N	\N
-- 4	\N	\N	\N	\N	\N	\N
-- 5	2024-01-02	2024-01-02	2024-01-02 03:04:05	\N	\N	\N
-- 6	\N	\N	\N	61f0c404-5cb3-11e7-907b-a6006ad3dba0	\N	\N
-- 7	\N	\N	\N	\N	127.0.0.1	::ffff:127.0.0.1
SELECT k, CAST(x AS Nullable(UInt8)), CAST(x AS Nullable(Float64)), CAST(x AS Nullable(Decimal(9, 2))), CAST(x AS Nullable(FixedString(3))) FROM t WHERE k < 7 ORDER BY k;
-- 1	1	1	1	1\0\0
-- 2	\N	\N	\N	b\0\0
-- 3	\N	\N	\N	\N
-- 4	\N	300	300	300
-- 5	\N	\N	\N	\N
-- 6	\N	\N	\N	\N
SELECT k, CAST(x AS Nullable(Date)), CAST(x AS Nullable(DateTime)), toString(CAST(x AS Nullable(DateTime64(3)))), CAST(x AS Nullable(UUID)), CAST(x AS Nullable(IPv4)) FROM t WHERE k > 1 ORDER BY k;
-- 2	\N	\N	\N	\N	\N
-- 3	\N	\N	\N	\N	\N
-- 4	\N	\N	\N	\N	\N
-- 5	2024-01-02	2024-01-02 03:04:05	2024-01-02 03:04:05.000	\N	\N
-- 6	\N	\N	\N	61f0c404-5cb3-11e7-907b-a6006ad3dba0	\N
-- 7	\N	\N	\N	\N	127.0.0.1
SELECT sum(toInt32(x)), count(toInt32(x)) FROM t;
-- 301	2
SELECT toUInt8(toNullable('abc')), CAST('abc' AS Nullable(UInt8)), CAST(['abc', '1'] AS Array(Nullable(UInt8)))[2], toYear(toDate(toNullable('x')));
-- \N	\N	1	\N
SELECT toTypeName(toUInt8(toNullable('1'))), toTypeName(CAST('1' AS Nullable(UInt8))), toTypeName(toDecimal32(toNullable('1'), 2)), toTypeName(toDateTime(toNullable('1'), 'Asia/Tokyo'));
-- Nullable(UInt8)	Nullable(UInt8)	Nullable(Decimal(9, 2))	Nullable(DateTime('Asia/Tokyo'))
SELECT toDate32OrNull('1900-01-01'), toDate32OrNull('x'), toString(toDateTime64OrNull('2024-01-02 03:04:05.123', 3)), toDateTime64OrNull('x', 3), toUUIDOrNull('61f0c4045cb311e7907ba6006ad3dba0');
-- 1900-01-01	\N	2024-01-02 03:04:05.123	\N	61f0c404-5cb3-11e7-907b-a6006ad3dba0
SELECT toDateTime(toNullable('1700000000')), toDateTimeOrNull('1700000000'), toString(toDateTimeOrNull('2024-01-02 03:04:05', 'Asia/Tokyo'));
-- 2023-11-14 22:13:20	2023-11-14 22:13:20	2024-01-02 03:04:05
SELECT toDate('2024-01-01') + toIntervalDay(toNullable('2'));
-- 2024-01-03
SELECT toTypeName(CAST(toNullable('1') AS UInt8)), CAST(toNullable('abc') AS UInt8) SETTINGS cast_keep_nullable = 1;
-- Nullable(UInt8)	\N
SELECT toUInt8('abc');
-- error CANNOT_PARSE_TEXT
SELECT toUInt8(materialize('abc'));
-- error CANNOT_PARSE_TEXT
SELECT toDateTime64(toNullable('abc'), 3);
-- error CANNOT_PARSE_DATETIME
SELECT toBool(toNullable('abc'));
-- error CANNOT_PARSE_BOOL
SELECT toFixedString(toNullable('abc'), 2);
-- error TOO_LARGE_STRING_SIZE
SELECT CAST(toNullable('abc') AS UInt8);
-- error CANNOT_PARSE_TEXT
SELECT CAST('abc' AS Nullable(Bool));
-- error CANNOT_PARSE_BOOL
SELECT CAST('abc' AS Nullable(Enum('a' = 1)));
-- error UNKNOWN_ELEMENT_OF_ENUM
