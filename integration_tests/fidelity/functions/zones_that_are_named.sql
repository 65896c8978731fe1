-- Functions that look at the clock take a time zone behind their other arguments.

CREATE TABLE t (a UInt8, d DateTime('UTC'), x DateTime64(3, 'Asia/Tokyo'), day Date, s String, n Nullable(DateTime), z String, b String) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, '2020-01-01 00:00:00', '2020-01-05 23:30:00.123', '2020-01-05', '2020-01-05 23:30:00', '2020-01-05 23:30:00', 'Europe/Berlin', 'nowhere');
SELECT toYear(d, 'America/New_York'), toMonday(d, 'America/New_York'), toWeek(d, 0, 'America/New_York'), toYearWeek(d, 0, 'America/New_York'), toDayOfWeek(d, 0, 'America/New_York') FROM t;
-- 2019	2019-12-30	52	201952	2
SELECT toStartOfWeek(d, 0, 'America/New_York'), toLastDayOfWeek(d, 0, 'America/New_York'), toLastDayOfMonth(d, 'America/New_York'), toStartOfMonth(d, 'America/New_York'), toStartOfYear(d, 'America/New_York'), toStartOfQuarter(d, 'America/New_York'), toStartOfISOYear(d, 'America/New_York') FROM t;
-- 2019-12-29	2020-01-04	2019-12-31	2019-12-01	2019-01-01	2019-10-01	2019-12-30
SELECT dateName('month', d, 'America/New_York'), age('day', d, d + 86400, 'America/New_York'), dateDiff('day', d, d + 3600 * 6, 'America/New_York'), dateDiff('day', day, d, 'America/New_York'), toRelativeDayNum(d, 'America/New_York'), toDaysSinceYearZero(d, 'America/New_York') FROM t;
-- December	1	1	-5	18261	737790
SELECT toHour(x, 'UTC'), toHour(x), toString(x, 'UTC'), toDate(x, 'UTC'), toMillisecond(x, 'UTC'), toYear(n, 'America/New_York'), toMonday(n, 'UTC') FROM t;
-- 14	23	2020-01-05 14:30:00.123	2020-01-05	123	2020	2019-12-30
SELECT formatDateTimeInJodaSyntax(d, 'yyyy-MM-dd HH', 'America/New_York'), formatDateTime(x, '%F %T', 'America/New_York'), formatDateTime(day, '%F %T', 'America/New_York'), toString(toStartOfDay(d, 'America/New_York')), toString(dateTrunc('day', d, 'America/New_York')), dateTrunc('month', d, 'America/New_York') FROM t;
-- 2019-12-31 19	2020-01-05 09:30:00	2020-01-05 00:00:00	2019-12-31 00:00:00	2019-12-31 00:00:00	2019-12-01
SELECT toTypeName(toStartOfHour(d, 'Asia/Tokyo')), toTypeName(dateTrunc('day', d, 'Asia/Tokyo')), toTypeName(toStartOfDay(day, 'Asia/Tokyo')), toTypeName(toTimezone(d, 'Asia/Tokyo')) FROM t;
-- DateTime('Asia/Tokyo')	DateTime('Asia/Tokyo')	DateTime('Asia/Tokyo')	DateTime('Asia/Tokyo')
SELECT toYear(day, 'America/New_York'), toString(toStartOfDay(day, 'America/New_York')), toWeek(day, 0, 'UTC'), toWeek(s, 0, 'UTC'), toDate(day, 'America/New_York'), toDate(s, 'nowhere'), toUnixTimestamp(d, 'nowhere') FROM t;
-- 2020	2020-01-05 00:00:00	1	1	2020-01-05	2020-01-05	1577836800
SELECT formatDateTime(d, '%F %T', z), toString(d, z), toString(x, z), formatDateTimeInJodaSyntax(d, 'yyyy-MM-dd HH', z), fromUnixTimestamp(1000, '%F %T', z) FROM t;
-- 2020-01-01 01:00:00	2020-01-01 01:00:00	2020-01-05 15:30:00.123	2020-01-01 01	1970-01-01 01:16:40
SELECT toHour(d, 'no zone') FROM t;
-- error BAD_ARGUMENTS
SELECT formatDateTime(d, '%F', 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT formatDateTimeInJodaSyntax(d, 'yyyy', 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toMonday(d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toWeek(d, 0, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toYYYYMM(day, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toMillisecond(d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toStartOfHour(d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toDate(d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toString(d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT age('day', d, d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT dateDiff('hour', d, d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT dateName('day', d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT dateTrunc('day', d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT fromUnixTimestamp(1000, '%F', 'foo'), a FROM t;
-- error BAD_ARGUMENTS
SELECT timezoneOffset(d, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toUTCTimestamp(n, 'foo') FROM t;
-- error BAD_ARGUMENTS
SELECT toString(d, b) FROM t;
-- error BAD_ARGUMENTS
SELECT toString(x, b) FROM t;
-- error BAD_ARGUMENTS
SELECT formatDateTime(d, '%F %T', b) FROM t;
-- error BAD_ARGUMENTS
SELECT toHour(d, '') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toMonday(d, '') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT dateDiff('day', d, d, '') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toHour(d, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT toMonday(d, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT toWeek(d, 0, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT age('day', d, d, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT dateDiff('hour', d, d, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT dateTrunc('day', d, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT toTimeZone(d, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT parseDateTime(s, '%F %T', z) FROM t;
-- error ILLEGAL_COLUMN
SELECT fromUnixTimestamp64Milli(1000, z) FROM t;
-- error ILLEGAL_COLUMN
SELECT toYear(d, materialize('UTC')) FROM t;
-- error ILLEGAL_COLUMN
SELECT toMonday(day, 'America/New_York') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfWeek(day, 0, 'America/New_York') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT dateTrunc('month', day, 'America/New_York') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toString(day, 'America/New_York') FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT toString(a, 'America/New_York') FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT toDayOfWeek(d, 'foo') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT EXTRACT(DOW FROM d), EXTRACT(ISODOW FROM d), EXTRACT(DOY FROM d), EXTRACT(WEEK FROM d), EXTRACT(ISOYEAR FROM d), EXTRACT(MILLISECOND FROM x) FROM t;
-- 3	3	1	1	2020	123
