-- Conversions with OrNull, OrZero and OrDefault: which values they take for such a value.

CREATE TABLE t (k Int8, i Int64, f Float64, g Float32, dec Decimal(9, 2), fs FixedString(4), s String, u UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 255, 1.5, 0.5, 2.75, '12', '12', 18446744073709551615), (2, -1, 2, 3, -2.75, 'ab', '1.5', 70000), (3, 100000000000, 1e20, 1e10, 100, '12\0x', 'x', 65535);
SELECT toInt8OrNull(fs), toInt32OrZero(fs), toFloat64OrNull(fs), toInt256OrZero(fs) FROM t ORDER BY k;
-- 12	12	12	12
-- \N	0	\N	0
-- \N	0	\N	0
SELECT toInt16OrDefault(f), toInt64OrDefault(g), toUInt8OrDefault(i), toInt8OrDefault(i, toInt8(7)), toInt128OrDefault(g), toUInt64OrDefault(u) FROM t ORDER BY k;
-- 0	0	255	7	0	18446744073709551615
-- 2	3	0	-1	3	70000
-- 0	10000000000	0	7	10000000000	65535
SELECT toInt32OrDefault(dec), toInt64OrDefault(dec), toFloat32OrDefault(f), toFloat32OrDefault(i), toFloat64OrDefault(dec) FROM t ORDER BY k;
-- 2	2	1.5	255	2.75
-- -2	-2	2	-1	-2.75
-- 100	100	0	0	100
SELECT toFloat32OrDefault(16777217), toFloat32OrDefault(0.1), toFloat64OrDefault(9007199254740993), toFloat32OrDefault(1e300) FROM t LIMIT 1;
-- 0	0	0	0
SELECT toDateOrDefault(i), toDateOrDefault(f), toDateOrNull(i), toDateOrNull(u), toDateTimeOrDefault(i), toDateTimeOrDefault(f), toDateTimeOrNull(i), toDateTimeOrNull(u) FROM t ORDER BY k;
-- 1970-09-13	1970-01-01	1970-09-13	\N	1970-01-01 00:04:15	1970-01-01 00:00:00	1970-01-01 00:04:15	\N
-- 1970-01-01	1970-01-03	\N	1970-01-01	1970-01-01 00:00:00	1970-01-01 00:00:02	\N	1970-01-01 19:26:40
-- 1970-01-01	1970-01-01	\N	2149-06-06	1970-01-01 00:00:00	1970-01-01 00:00:00	\N	1970-01-01 18:12:15
SELECT toDateTime64OrNull(i), toDateTime64OrNull(s), toDateTime64OrNull(-200), toDateTime64OrNull('2024-01-15 10:20:30.123456'), toDateTime64OrNull('2024-01-15 10:20:30.123456', 6) FROM t ORDER BY k;
-- 1970-01-01 00:04:15.000	\N	1969-12-31 23:56:40.000	2024-01-15 10:20:30.123	2024-01-15 10:20:30.123456
-- 1969-12-31 23:59:59.000	\N	1969-12-31 23:56:40.000	2024-01-15 10:20:30.123	2024-01-15 10:20:30.123456
-- 5138-11-16 09:46:40.000	\N	1969-12-31 23:56:40.000	2024-01-15 10:20:30.123	2024-01-15 10:20:30.123456
SELECT accurateCastOrNull(1.5, 'Int32'), accurateCastOrNull(2.5::Decimal(9, 2), 'Int32'), accurateCastOrNull(-1::Int8, 'UInt8') FROM t LIMIT 1;
-- \N	2	\N
SELECT toString(toFloat32(2147483647)), toString(g), toString(toFloat32(1710037800)), toString(toFloat32(-0.)), toString([toFloat32(8589934592)]), toString(toFloat32(0.1)), toString(toFloat32(1234567.9)), toString(toFloat32(1e-5)), toString(toFloat32(1.1e-40)) FROM t ORDER BY k;
-- 2147483600	0.5	1710037800	-0	[8589935000]	0.1	1234567.9	0.00001	1.1e-40
-- 2147483600	3	1710037800	-0	[8589935000]	0.1	1234567.9	0.00001	1.1e-40
-- 2147483600	10000000000	1710037800	-0	[8589935000]	0.1	1234567.9	0.00001	1.1e-40
