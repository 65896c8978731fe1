-- A Bool, an Enum, an address, a day and a time are numbers to functions that take numbers.

CREATE TABLE t (k Int8, b Bool, nb Nullable(Bool), e Enum8('a' = 1, 'b' = 2, 'x' = -3), ip IPv4, d Date, d32 Date32, t DateTime('UTC'), t3 DateTime64(3, 'UTC'), a Array(Int32), s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, true, NULL, 'x', '127.0.0.1', '2024-01-01', '1960-01-01', '2024-01-01 01:02:03', '2024-01-01 01:02:03.456', [1, 2, 3], 'abc'), (2, false, true, 'b', '0.0.0.7', '1970-01-02', '2024-01-01', '1970-01-01 00:00:05', '1970-01-01 00:00:00.000', [4], '');
SELECT leftPad(s, b), arraySlice(a, b + 1, b), repeat(s, b), range(b), arrayResize(a, b), bin(b), hex(b), char(b), toDecimal32(b, 1), toDateTime(b), toDate(b) FROM t ORDER BY k;
-- a	[2]	abc	[false]	[1]	00000001	01		1	1970-01-01 00:00:01	1970-01-02
-- ''	[]	''	[]	[]	00000000	00	\0	0	1970-01-01 00:00:00	1970-01-01
SELECT subtractWeeks(d, b), addHours(t, b), substring(s, b), left(s, b), round(b), sqrt(b), intDiv(b, 2), bitShiftLeft(b, 3) FROM t ORDER BY k;
-- 2023-12-25	2024-01-01 02:02:03	abc	a	true	1	0	8
-- 1970-01-02	1970-01-01 00:00:05	''	''	false	0	0	0
SELECT toInt8(e), toUInt8OrDefault(e), toUInt64OrDefault(e), toFloat64(e), toDate32(e), toUnixTimestamp(e) FROM t ORDER BY k;
-- -3	253	18446744073709551613	-3	1969-12-29	4294967293
-- 2	2	2	2	1970-01-03	2
SELECT toUInt64(ip), bitTest(ip, 3), bitAnd(ip, 255), intDiv(ip, 2), toUnixTimestamp(ip) FROM t ORDER BY k;
-- 2130706433	0	1	1065353216	2130706433
-- 7	0	7	3	7
SELECT toInt8(d), toUInt8OrDefault(d), toInt8(d32), toUInt32OrDefault(d32), toFloat32OrDefault(t), toUInt8OrDefault(t), toFloat64(t3), toDecimal64(t3, 2) FROM t ORDER BY k;
-- 11	11	-69	4294963643	1704070900	11	1704070923.456	1704070923.45
-- 1	1	11	19723	5	5	0	0
SELECT toUnixTimestamp(-1), toUnixTimestamp(1.5), toUnixTimestamp(k), toUnixTimestamp(d32), fromUnixTimestamp(-1), fromUnixTimestamp(k), toDateTime(-1), toDate(-1), toDateTime(1e20) FROM t ORDER BY k;
-- 4294967295	1	1	3979348096	1970-01-01 00:00:00	1970-01-01 00:00:01	1970-01-01 00:00:00	1970-01-01	2106-02-07 06:28:15
-- 4294967295	1	2	1704067200	1970-01-01 00:00:00	1970-01-01 00:00:02	1970-01-01 00:00:00	1970-01-01	2106-02-07 06:28:15
SELECT fromUnixTimestamp64Milli(b), toDateTime64(b, 3), toIntervalDay(b), dateDiff('day', d, t) FROM t ORDER BY k;
-- 1970-01-01 00:00:00.001	1970-01-01 00:00:01.000	1	0
-- 1970-01-01 00:00:00.000	1970-01-01 00:00:00.000	0	-1
