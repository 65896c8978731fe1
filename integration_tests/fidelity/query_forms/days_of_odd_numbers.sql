-- Days and times made of odd numbers, and moved by them.

CREATE TABLE t (k Int8, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL);
SELECT toTypeName(addHours(toDateTime('2024-01-01 00:00:00','UTC'), 1, 'Asia/Tokyo')), toTypeName(addDays(toDateTime('2024-01-01 00:00:00','UTC'), 1, 'Asia/Tokyo')), toString(addDays(toDateTime('2024-01-01 00:00:00','UTC'), 1, 'Asia/Tokyo')), toString(addMonths(toDateTime('2024-01-31 20:00:00','UTC'), 1, 'Asia/Tokyo')), addDays(toDate('2024-01-01'), 1.9), addDays(toDate('2024-01-01'), -1.9) FROM t;
-- DateTime('Asia/Tokyo')	DateTime('Asia/Tokyo')	2024-01-02 09:00:00	2024-03-01 05:00:00	2024-01-02	2023-12-31
SELECT toWeek('2024-05-05'), toYearWeek('2024-05-05 01:02:03'), toDayOfWeek('2024-05-05'), toRelativeDayNum(toDate32('1960-01-01')), toRelativeDayNum(toDateTime64('1960-01-01 00:00:00',3,'UTC')), toRelativeHourNum(toDateTime64('1960-01-01 00:00:00',3,'UTC')) FROM t;
-- 18	202418	7	0	0	0
SELECT toRelativeSecondNum(toDateTime64('1960-01-01 00:00:00',3,'UTC')), toRelativeMonthNum(toDate32('1960-01-01')), toRelativeWeekNum(toDateTime64('1960-01-01 00:00:00',3,'UTC')), toRelativeYearNum(toDateTime('2023-12-31 20:00:00','UTC'), 'Asia/Tokyo'), toRelativeDayNum(toDateTime('2023-12-31 20:00:00','UTC'), 'Asia/Tokyo'), fromDaysSinceYearZero(10) FROM t;
-- 0	23521	0	2024	19723	1973-10-10
SELECT fromDaysSinceYearZero(739000), makeDate(2024, 367), makeDate(2024, 0), makeDate(2024, 2, 30), makeDate(1900, 1, 1), makeDate(2150, 1, 1) FROM t;
-- 2023-04-25	1970-01-01	1970-01-01	2024-03-01	1970-01-01	1970-01-01
SELECT makeDate(nan, 1), makeDate32(3, 1, 1), makeDate32(2500, 1, 1), makeDate32(1e10, 1), makeDate32(2024, 400), makeDate32(1899, 12, 31) FROM t;
-- 1970-01-01	0003-01-01	2500-01-01	1970-01-01	1970-01-01	1899-12-31
SELECT YYYYMMDDToDate(20240230), YYYYMMDDToDate(9223372036854775807), YYYYMMDDToDate(19000101), YYYYMMDDhhmmssToDateTime(9223372036854775807) FROM t;
-- 2024-03-01	1970-01-01	1970-01-01	1970-01-01 00:00:00
