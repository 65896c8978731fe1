-- Texts and numbers become times of a time zone; a text in a usual form may name its own.

CREATE TABLE t (k UInt8, s String, n Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-03-17 15:04:05', 1710687845000), (2, '17/3/2024 5:06:07 PM', 0), (3, 'Sun, 17 Mar 2024 07:22:16 +0300', 1), (4, 'Mar 17, 2024 12:00 AM', 2), (5, '1710687845', 3), (6, '2024-03-17T15:04:05Z', 4), (7, '3/25/2024', 5), (8, 'no time', 6);

SELECT k, toUnixTimestamp(parseDateTimeBestEffortOrNull(s)), toUnixTimestamp(parseDateTimeBestEffortOrNull(s, 'Asia/Tokyo')), toString(parseDateTimeBestEffortUSOrZero(s, 'UTC')) FROM t ORDER BY k;
-- 1	1710687845	1710655445	2024-03-17 15:04:05
-- 2	1710695167	1710662767	2024-03-17 17:06:07
-- 3	1710649336	1710649336	2024-03-17 04:22:16
-- 4	1710633600	1710601200	2024-03-17 00:00:00
-- 5	1710687845	1710687845	2024-03-17 15:04:05
-- 6	1710687845	1710687845	2024-03-17 15:04:05
-- 7	1711324800	1711292400	2024-03-25 00:00:00
-- 8	\N	\N	1970-01-01 00:00:00
SELECT toTypeName(parseDateTimeBestEffort(s, 'Asia/Tokyo')), toTypeName(parseDateTime64BestEffortOrNull(s, 6, 'Asia/Tokyo')), toTypeName(parseDateTime32BestEffort(s, 'Asia/Tokyo')) FROM t WHERE k = 1;
-- DateTime('Asia/Tokyo')	Nullable(DateTime64(6, 'Asia/Tokyo'))	DateTime('Asia/Tokyo')
SELECT k, toUnixTimestamp64Milli(parseDateTime64BestEffortOrZero(s, 3, 'America/New_York')) FROM t ORDER BY k;
-- 1	1710702245000
-- 2	1710709567000
-- 3	1710649336000
-- 4	1710648000000
-- 5	1710687845000
-- 6	1710687845000
-- 7	1711339200000
-- 8	0
SELECT k, toString(fromUnixTimestamp64Milli(n, 'Asia/Tokyo')), fromUnixTimestamp(n, '%F %T', 'Asia/Tokyo'), toTypeName(fromUnixTimestamp64Micro(n, 'Asia/Tokyo')) FROM t WHERE n < 1000000 ORDER BY k;
-- 2	1970-01-01 09:00:00.000	1970-01-01 09:00:00	DateTime64(6, 'Asia/Tokyo')
-- 3	1970-01-01 09:00:00.001	1970-01-01 09:00:01	DateTime64(6, 'Asia/Tokyo')
-- 4	1970-01-01 09:00:00.002	1970-01-01 09:00:02	DateTime64(6, 'Asia/Tokyo')
-- 5	1970-01-01 09:00:00.003	1970-01-01 09:00:03	DateTime64(6, 'Asia/Tokyo')
-- 6	1970-01-01 09:00:00.004	1970-01-01 09:00:04	DateTime64(6, 'Asia/Tokyo')
-- 7	1970-01-01 09:00:00.005	1970-01-01 09:00:05	DateTime64(6, 'Asia/Tokyo')
-- 8	1970-01-01 09:00:00.006	1970-01-01 09:00:06	DateTime64(6, 'Asia/Tokyo')
SELECT toUnixTimestamp(parseDateTimeInJodaSyntax('2024-03-17 15', 'yyyy-MM-dd HH', 'Asia/Tokyo')), parseDateTimeInJodaSyntaxOrNull('x', 'yyyy', 'UTC') FROM t WHERE k = 1;
-- 1710655200	\N
SELECT toString(snowflakeIDToDateTime(toUInt64(7204436857747984384), 0, 'Asia/Tokyo')) FROM t WHERE k = 1;
-- 2024-06-06 19:59:58
SELECT formatDateTime(toDateTime(n, 'America/St_Johns'), '%F %T %z'), formatDateTime(toDateTime(n), '%T%z', 'Asia/Kolkata') FROM t WHERE k = 2;
-- 1969-12-31 20:30:00 -0330	05:30:00+0530
SELECT formatDateTime(now(), now()) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT parseDateTimeBestEffort('2024-03-17', 'Nowhere') FROM t;
-- error BAD_ARGUMENTS
SELECT toTimeZone(toDateTime(n), 'Nowhere') FROM t;
-- error BAD_ARGUMENTS
SELECT parseDateTime('05', '%m', 'UTC'), parseDateTime('jan 5 5:06', '%b %e %k:%i', 'UTC'), parseDateTime('060', '%j', 'UTC'), parseDateTime('13:14', '%H:%i', 'UTC') FROM t WHERE k = 1;
-- 2000-05-01 00:00:00	2000-01-05 05:06:00	2000-02-29 00:00:00	1970-01-01 13:14:00
SELECT parseDateTime('70 20', '%y %d', 'UTC'), parseDateTime('69', '%y', 'UTC'), parseDateTime('2024 1:2:3.456789', '%G %l:%i:%s.%f', 'UTC') FROM t WHERE k = 1;
-- error CANNOT_PARSE_DATETIME
SELECT toDayOfWeek(toDate('2024-03-17') + k), toDayOfWeek(toDate('2024-03-17') + k, 1), toDayOfWeek(toDate('2024-03-17') + k, 2), toDayOfWeek(toDate('2024-03-17') + k, 3) FROM t ORDER BY k;
-- 1	0	1	2
-- 2	1	2	3
-- 3	2	3	4
-- 4	3	4	5
-- 5	4	5	6
-- 6	5	6	7
-- 7	6	0	1
-- 1	0	1	2
SELECT toDayOfWeek(toDateTime('2024-03-17 20:00:00', 'UTC'), 0, 'Asia/Tokyo'), dayOfWeek(toDate('2024-03-17'), 1) FROM t WHERE k = 1;
-- 1	6
SELECT toWeek(toDate('2016-12-28') + k, 8), toYearWeek(toDate('2016-12-28') + k, 8), toWeek(toDate('2016-12-28') + k, 9), toYearWeek(toDate('2016-12-28') + k, 9) FROM t ORDER BY k;
-- 53	201653	1	201701
-- 53	201653	1	201701
-- 53	201653	1	201701
-- 1	201701	1	201701
-- 1	201701	2	201702
-- 1	201701	2	201702
-- 1	201701	2	201702
-- 1	201701	2	201702
