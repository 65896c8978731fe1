-- Conversions between texts, numbers and times.

SELECT toInt32('42') + 1, toFloat64('1.5') * 2, toString(42), toString(toDate('2024-01-31'));
-- 43	3	42	2024-01-31
SELECT toUInt8(255), toInt64(-1), toUInt8('7'), toInt16(3.9), toInt32(-3.9);
-- 255	-1	7	3	-3
SELECT toDate('2024-01-31'), toDateTime('2024-01-31 12:00:00'), toDate(toDateTime('2024-01-31 12:00:00'));
-- 2024-01-31	2024-01-31 12:00:00	2024-01-31
SELECT toUInt8(256), toInt8(128), toUInt32(-1);
-- 0	-128	4294967295
SELECT toDate(0), toDate(19753), toDateTime(0);
-- 1970-01-01	2024-01-31	1970-01-01 00:00:00
SELECT toString(toDateTime('2024-01-31 12:00:00'));
-- 2024-01-31 12:00:00
SELECT toDate32('1925-01-01');
-- 1925-01-01
