-- A default has the type that the conversion gives, and a fold's lambda that of its accumulator.

CREATE TABLE t (k UInt32, s String, n Nullable(Int32), u UInt8, b Bool, d Date, t DateTime('UTC'), t64 DateTime64(3, 'UTC'), small LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', NULL, 7, true, '2024-01-02', '2024-01-02 03:04:05', '2024-01-02 03:04:05.678', 'x'), (2, 'b', 3, 255, false, '1970-01-03', '1970-01-01 00:00:10', '1960-01-02 03:04:05.678', 'y');
SELECT toInt32OrDefault(s, 5) FROM t;
-- error BAD_ARGUMENTS
SELECT toInt32OrDefault(k, 5) FROM t;
-- error BAD_ARGUMENTS
SELECT toInt32OrDefault(s, toNullable(toInt32(5))) FROM t;
-- error BAD_ARGUMENTS
SELECT toInt32OrDefault(s, NULL) FROM t;
-- error BAD_ARGUMENTS
SELECT toUInt8OrDefault(s, 300) FROM t;
-- error BAD_ARGUMENTS
SELECT toInt32OrDefault(s, toInt32(5)), toUInt8OrDefault(s, u), toUInt8OrDefault(s, b), toInt32OrDefault(n, toInt32(5)), toInt32OrDefault(n) FROM t ORDER BY k;
-- 5	7	1	5	0
-- 5	255	0	3	3
SELECT toFloat64OrDefault(s, 1) FROM t;
-- error BAD_ARGUMENTS
SELECT toFloat32OrDefault(s, 1.5) FROM t;
-- error BAD_ARGUMENTS
SELECT toDateOrDefault(s, '2024-01-01') FROM t;
-- error BAD_ARGUMENTS
SELECT toDate32OrDefault(s, d) FROM t;
-- error BAD_ARGUMENTS
SELECT toDateTimeOrDefault(s, t) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toDateTimeOrDefault(s, s) FROM t;
-- error ILLEGAL_COLUMN
SELECT toDateTimeOrDefault(s, 'UTC', d) FROM t;
-- error BAD_ARGUMENTS
SELECT toDateTimeOrDefault(s, 'UTC', t), toDateOrDefault(s, d) FROM t ORDER BY k;
-- 2024-01-02 03:04:05	2024-01-02
-- 1970-01-01 00:00:10	1970-01-03
SELECT toDateTime64OrDefault(s, 3, 'UTC', t64), toDateTime64OrDefault(s, 3, 'UTC'), toString(toDateTime64OrDefault(s, 3, 'Asia/Tokyo', t64)) FROM t WHERE k = 1;
-- 2024-01-02 03:04:05.678	1970-01-01 00:00:00.000	2024-01-02 12:04:05.678
SELECT toDateTime64OrDefault(s, 3, 'UTC', t) FROM t;
-- error BAD_ARGUMENTS
SELECT toUUIDOrDefault(s, '61f0c404-5cb3-11e7-907b-a6006ad3dba0') FROM t;
-- error BAD_ARGUMENTS
SELECT toIPv4OrDefault(s, '1.1.1.1') FROM t;
-- error BAD_ARGUMENTS
SELECT toDecimal32OrDefault(s, 2, 5) FROM t;
-- error BAD_ARGUMENTS
SELECT toDecimal32OrDefault(s, 2, toDecimal64(5, 2)) FROM t;
-- error BAD_ARGUMENTS
SELECT toDecimal32OrDefault(s, 2, toDecimal32(5, 2)) FROM t ORDER BY k;
-- 5
-- 5
SELECT accurateCastOrDefault(s, 'Int32', 5) FROM t;
-- error BAD_ARGUMENTS
SELECT accurateCastOrDefault(s, 'UInt8', 5), accurateCastOrDefault(s, 'Nullable(Int32)', n), accurateCastOrDefault(s, 'DateTime', t) FROM t WHERE k = 1;
-- 5	\N	2024-01-02 03:04:05
SELECT arrayFold((acc, x) -> acc + x, [1, 2, 3], 0) FROM t;
-- error TYPE_MISMATCH
SELECT arrayFold((acc, x) -> acc + n, [k], toInt64(0)) FROM t;
-- error TYPE_MISMATCH
SELECT arrayFold((acc, x) -> arrayPushBack(acc, x), [k], []) FROM t;
-- error TYPE_MISMATCH
SELECT arrayFold((acc, x, y) -> acc + x + y, [1, 2], [3, 4], 0) FROM t;
-- error TYPE_MISMATCH
SELECT arrayFold((acc, x) -> acc + x, [1, 2, 3], toInt64(0)), arrayFold((acc, x) -> concat(acc, x), [s], small), arrayFold((acc, x) -> x > 1, [1, 2, 3], false), arrayFold((acc, x) -> greatest(acc, x), [k], k) FROM t ORDER BY k;
-- error TYPE_MISMATCH
