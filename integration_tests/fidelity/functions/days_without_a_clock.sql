-- A day has no hour: functions of the clock refuse it, and times that are finer than their type.

CREATE TABLE t (k Int64, d Date, d32 Date32, dt DateTime, dt64 DateTime64(3)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-02-29', '1950-02-28', '2024-02-29 13:14:15', '2024-02-29 13:14:15.678');
INSERT INTO t VALUES (2, '2024-02-29', '2280-12-31', '2024-02-29 13:14:15', '1950-02-28 13:14:15');
INSERT INTO t VALUES (3, '2024-02-29', '2024-02-29', '2024-02-29 13:14:15', '2250-04-11 23:47:16.854');

SELECT toHour(d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toMinute(d32) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT EXTRACT(SECOND FROM d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfHour(d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfMinute(toNullable(d)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfFiveMinutes(d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfFifteenMinutes(d32) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT timeSlot(d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT dateName('hour', d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT dateTrunc('millisecond', dt) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfInterval(dt, INTERVAL 5 MILLISECOND) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, toHour(d + INTERVAL 0 SECOND), toStartOfHour(toDateTime(d)) FROM t ORDER BY k;
-- 1	0	2024-02-29 00:00:00
-- 2	0	2024-02-29 00:00:00
-- 3	0	2024-02-29 00:00:00

-- A DateTime begins in 1970 and ends in 2106; a Date32 does not.
SELECT k, toStartOfDay(d32), toStartOfDay(dt64) FROM t ORDER BY k;
-- 1	1970-01-01 00:00:00	2024-02-29 00:00:00
-- 2	2106-02-07 06:28:15	1970-01-01 00:00:00
-- 3	2024-02-29 00:00:00	2106-02-07 06:28:15
SELECT k, toStartOfHour(dt64), toStartOfMinute(dt64), toStartOfTenMinutes(dt64), timeSlot(dt64) FROM t ORDER BY k;
-- 1	2024-02-29 13:00:00	2024-02-29 13:14:00	2024-02-29 13:10:00	2024-02-29 13:00:00
-- 2	1970-01-01 00:00:00	1970-01-01 00:00:00	1970-01-01 00:00:00	1970-01-01 00:00:00
-- 3	2106-02-07 06:28:15	2106-02-07 06:28:15	2106-02-07 06:28:15	2106-02-07 06:28:15
SELECT k, toStartOfInterval(dt64, INTERVAL 2 HOUR) FROM t ORDER BY k;
-- 1	2024-02-29 12:00:00
-- 2	1970-01-01 00:00:00
-- 3	2106-02-07 06:28:15
SELECT k, dateTrunc('year', d32), dateTrunc('quarter', d32), dateTrunc('month', dt64), dateTrunc('week', dt64) FROM t ORDER BY k;
-- 1	1950-01-01	1950-01-01	2024-02-01	2024-02-26
-- 2	2280-01-01	2280-10-01	1950-02-01	1950-02-27
-- 3	2024-01-01	2024-01-01	2250-04-01	2250-04-08
SELECT k, toRelativeDayNum(d32), toRelativeDayNum(dt64) FROM t ORDER BY k;
-- 1	0	19782
-- 2	65535	0
-- 3	19782	65535
SELECT k, age('week', d, dt), age('week', d, d32), age('ww', dt, toDateTime('2024-01-01 00:00:00')) FROM t ORDER BY k;
-- 1	0	-3859	-7
-- 2	0	13401	-7
-- 3	0	0	-7
