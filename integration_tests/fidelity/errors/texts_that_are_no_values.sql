-- A conversion says which text is no value, and division by zero is no NULL.

CREATE TABLE t (k UInt32, s String, e Enum8('a' = 1, 'b' = 2), ip IPv4) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'x', 'a', '1.2.3.4'), (2, '5', 'b', '10.0.0.1');
SELECT toInt32(s) FROM t;
-- error CANNOT_PARSE_TEXT
SELECT toInt32(s), toInt64(s), toUInt8(s), toFloat64(s), toDecimal32(s, 2) FROM t WHERE k = 2;
-- 5	5	5	5	5
SELECT toInt32('1.5') FROM t;
-- error CANNOT_PARSE_TEXT
SELECT toInt32(' 5') FROM t;
-- error CANNOT_PARSE_TEXT
SELECT toInt8('300'), toUInt8('256'), toInt64('+7') FROM t LIMIT 1;
-- 44	0	7
SELECT toFloat64(s) FROM t;
-- error CANNOT_PARSE_NUMBER
SELECT toFloat64('1e3'), toFloat64('.5'), toFloat64('-inf'), toFloat64('5.') FROM t LIMIT 1;
-- 1000	0.5	-inf	5
SELECT toDecimal64(s, 3) FROM t;
-- error CANNOT_PARSE_TEXT
SELECT toDate(s) FROM t;
-- error CANNOT_PARSE_DATE
SELECT toDate('2024-1-5'), toDate('20240105'), toDate('2024-02-31'), toDate('2024-01-05 03:04:05') FROM t LIMIT 1;
-- 2024-01-05	2024-01-05	2024-03-02	2024-01-05
SELECT toDate('2024-01') FROM t;
-- error CANNOT_PARSE_DATE
SELECT toDateTime(s) FROM t WHERE k = 1;
-- error CANNOT_PARSE_DATETIME
SELECT toDateTime('2024-01-05'), toDateTime('2024-01-05T03:04:05'), toDateTime('1700000000') FROM t LIMIT 1;
-- 2024-01-05 00:00:00	2024-01-05 03:04:05	2023-11-14 22:13:20
SELECT toUUID(s) FROM t;
-- error CANNOT_PARSE_UUID
SELECT toUUID('61F0C4045cb311e7907ba6006ad3dba0') FROM t LIMIT 1;
-- 61f0c404-5cb3-11e7-907b-a6006ad3dba0
SELECT toBool(s) FROM t WHERE k = 1;
-- error CANNOT_PARSE_BOOL
SELECT CAST(s AS Enum8('5' = 1)) FROM t;
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT CAST(k AS Enum8('x' = 1)) FROM t;
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT CAST(s AS Enum8('5' = 1)) FROM t WHERE k = 2;
-- 5
SELECT toInt8(e), toFloat64(e), CAST(e AS Int16) FROM t ORDER BY k;
-- 1	1	1
-- 2	2	2
SELECT toUInt32(ip) FROM t ORDER BY k;
-- 16909060
-- 167772161
SELECT intDiv(k, 0) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(k, k - 1) FROM t;
-- error ILLEGAL_DIVISION
SELECT k % (k - 1) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(7, k), 7 % k, positiveModulo(-7, k), intDivOrZero(k, 0) FROM t ORDER BY k;
-- 7	0	0	0
-- 3	1	1	0
