-- An interval is the number of its units, wherever it is no part of a time's calculation.

CREATE TABLE t (k Int8, i Int32, n Nullable(Int32), u UInt64, f Float32, b Bool, d Date, t DateTime('UTC'), e Enum8('a' = 1, 'x' = -3), s String, fs FixedString(4)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 10, NULL, 3, 0.5, true, '2024-01-01', '2024-01-01 00:00:01', 'a', '12', '7'), (2, -2147483648, 5, 18446744073709551615, 1e10, false, '2149-06-06', '2106-02-07 06:28:15', 'x', '-3', '-12');
SELECT toString(toIntervalSecond(i)), toString(toIntervalMonth(n)), toString(toIntervalYear(u)), toString(toIntervalMinute(f)), toString(toIntervalQuarter(b)) FROM t ORDER BY k;
-- 10	\N	3	0	1
-- -2147483648	5	-1	10000000000	0
SELECT toString(toIntervalDay(d)), toString(toIntervalHour(t)), toString(toIntervalWeek(e)), toString(toIntervalMillisecond(s)), toString(toIntervalMicrosecond(fs)) FROM t ORDER BY k;
-- 19723	1704067201	1	12	7
-- 65535	4294967295	-3	-3	-12
SELECT toString(toIntervalQuarter(7)), concat('x', toIntervalHour(5)), CAST(INTERVAL 3 DAY AS String), length(toString(INTERVAL 12 DAY)), toString(-INTERVAL 2 MONTH) FROM t LIMIT 1;
-- 7	x5	3	2	-2
SELECT toFloat64(INTERVAL 2 MONTH), toInt8(INTERVAL 300 DAY), toDateTime(INTERVAL 1 DAY), toDateOrDefault(INTERVAL 5 SECOND), toInt8OrDefault(INTERVAL 300 DAY) FROM t LIMIT 1;
-- 2	44	1970-01-01 00:00:01	1970-01-06	44
SELECT toString(toIntervalSecond(INTERVAL 1 DAY)), toString(toIntervalDay(INTERVAL -36 HOUR)), toString(toIntervalMonth(INTERVAL 2 YEAR)), toString(toIntervalYear(INTERVAL 7 QUARTER)) FROM t LIMIT 1;
-- 86400	-1	24	1
SELECT toString(toIntervalMonth(INTERVAL 100 DAY)), toString(toIntervalDay(INTERVAL 1 YEAR)), toString(toIntervalSecond(INTERVAL 1 MONTH)) FROM t LIMIT 1;
-- 3	336	2419200
SELECT toStartOfInterval(t, INTERVAL 2 QUARTER), toStartOfInterval(t, toIntervalQuarter(1)), toStartOfInterval(t, INTERVAL 15 MINUTE) FROM t WHERE k = 1;
-- 2024-01-01	2024-01-01	2024-01-01 00:00:00
SELECT t + toIntervalMonth(k), d - toIntervalDay(k), t + INTERVAL k HOUR FROM t WHERE k = 1;
-- 2024-02-01 00:00:01	2023-12-31	2024-01-01 01:00:01
SELECT toTypeName(toIntervalWeek(n)), toTypeName(toIntervalWeek(i)) FROM t LIMIT 1;
-- Nullable(IntervalWeek)	IntervalWeek
SELECT d + INTERVAL k % 2 DAY, t - INTERVAL k + 1 HOUR, d + INTERVAL k > 1 MONTH, INTERVAL -k * 2 WEEK FROM t WHERE k = 1;
-- 2024-01-02	2023-12-31 22:00:01	2024-01-01	-2
SELECT d + INTERVAL k BETWEEN 1 AND 2 DAY, d + INTERVAL if(k = 1, 5, 7) DAY + INTERVAL k || '0' MONTH FROM t WHERE k = 1;
-- 2024-01-02	2024-11-06
SELECT interval - 1, interval % 2, toUInt8(interval IN (3)), toUInt8(interval AND 1), interval BETWEEN 1 AND 3 ? 'in' : 'out' FROM (SELECT k + 2 AS interval FROM t WHERE k = 1);
-- 2	1	1	1	in
