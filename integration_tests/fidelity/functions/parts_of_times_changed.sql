-- Days and times with another year, month, day, hour, minute or second.

CREATE TABLE t (k Int64, d Date, e Date32, t DateTime, z DateTime('Asia/Tokyo'), v DateTime64(3), n Nullable(DateTime), y Int32, u UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-02-29', '2024-02-29', '2024-02-29 11:12:13', '2024-02-29 23:12:13', '2024-02-29 11:12:13.123', NULL, 2023, 5), (2, '1970-01-01', '1900-01-01', '1970-01-01 00:00:00', '1970-01-02 12:00:00', '1905-03-31 11:12:13.999', '2024-01-31 00:00:00', 1969, 31), (3, '2149-06-06', '2299-12-31', '2106-02-07 06:28:15', '2020-01-31 00:00:00', '2299-12-31 23:59:59.999', '2024-01-31 00:00:00', 2200, 2);
SELECT k, toString(changeYear(d, y)), toString(changeYear(e, y)), toString(changeYear(t, y)), toString(changeYear(v, y)), toString(changeYear(n, y)) FROM t ORDER BY k;
-- 1	2023-03-01	2023-03-01	2023-03-01 11:12:13	2023-03-01 11:12:13.123	\N
-- 2	1970-01-01	1969-01-01	1970-01-01 00:00:00	1969-03-31 11:12:13.999	1970-01-01 00:00:00
-- 3	2149-06-06	2200-12-31	2106-02-07 06:28:15	2200-12-31 23:59:59.999	2106-02-07 06:28:15
SELECT k, toString(changeMonth(d, u)), toString(changeMonth(e, u)), toString(changeMonth(t, u)), toString(changeMonth(z, u % 12)), toString(changeMonth(v, u)), toString(changeMonth(n, u)) FROM t ORDER BY k;
-- 1	2024-05-29	2024-05-29	2024-05-29 11:12:13	2024-05-29 23:12:13	2024-05-29 11:12:13.123	\N
-- 2	1970-01-01	0000-01-01	1970-01-01 00:00:00	1970-07-02 12:00:00	0000-01-01 00:00:00.000	1970-01-01 00:00:00
-- 3	2149-02-06	2299-03-03	2106-02-07 06:28:15	2020-03-02 00:00:00	2299-03-03 23:59:59.999	2024-03-02 00:00:00
SELECT k, toString(changeDay(d, u)), toString(changeDay(e, u)), toString(changeDay(t, u)), toString(changeDay(z, u)), toString(changeDay(v, u)), toString(changeDay(n, u)) FROM t ORDER BY k;
-- 1	2024-02-05	2024-02-05	2024-02-05 11:12:13	2024-02-05 23:12:13	2024-02-05 11:12:13.123	\N
-- 2	1970-01-31	1900-01-31	1970-01-31 00:00:00	1970-01-31 12:00:00	1905-03-31 11:12:13.999	2024-01-31 00:00:00
-- 3	2149-06-02	2299-12-02	2106-02-02 06:28:15	2020-01-02 00:00:00	2299-12-02 23:59:59.999	2024-01-02 00:00:00
SELECT k, toString(changeHour(d, u)), toString(changeHour(e, u)), toString(changeHour(t, u)), toString(changeHour(z, u % 24)), toString(changeMinute(v, u)), toString(changeSecond(n, u)) FROM t ORDER BY k;
-- 1	2024-02-29 05:00:00	2024-02-29 05:00:00.000	2024-02-29 05:12:13	2024-02-29 05:12:13	2024-02-29 11:05:13.123	\N
-- 2	1970-01-01 00:00:00	0000-01-01 00:00:00.000	1970-01-01 00:00:00	1970-01-02 07:00:00	1905-03-31 11:31:13.999	2024-01-31 00:00:31
-- 3	2106-02-07 06:28:15	2299-12-31 02:00:00.000	2106-02-07 02:28:15	2020-01-31 02:00:00	2299-12-31 23:02:59.999	2024-01-31 00:00:02
SELECT toTypeName(changeYear(d, y)), toTypeName(changeHour(d, u)), toTypeName(changeHour(e, u)), toTypeName(changeYear(z, y)), toTypeName(changeSecond(v, u)), toTypeName(changeDay(n, u)) FROM t LIMIT 1;
-- Date	DateTime	DateTime64(3)	DateTime('Asia/Tokyo')	DateTime64(3)	Nullable(DateTime)
SELECT k FROM t WHERE changeYear(d, 2000) > '2000-02-01' ORDER BY k;
-- 1
-- 3
SELECT changeYear(d, NULL) IS NULL, changeYear(NULL, 2000) IS NULL FROM t LIMIT 1;
-- 1	1
SELECT changeYear(d, '2000') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT changeYear('2024-01-01', 2000) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT changeYear(d) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT k, toString(changeMonth(z, k + 11)), toString(changeYear(z, y)), toString(changeYear(z, 2107)), toString(changeHour(z, 22 + k)) FROM t ORDER BY k;
-- 1	2024-12-29 23:12:13	2023-03-01 23:12:13	2106-02-07 15:28:15	2024-02-29 23:12:13
-- 2	1970-01-01 09:00:00	1970-01-01 09:00:00	2106-02-07 15:28:15	1970-01-01 09:00:00
-- 3	1970-01-01 09:00:00	2106-02-07 15:28:15	2106-02-07 15:28:15	1970-01-01 09:00:00
SELECT k, toString(changeYear(toTimeZone(t, 'America/New_York'), 1969)), toString(changeMonth(toTimeZone(t, 'America/New_York'), 0)), toString(changeYear(toTimeZone(t, 'America/New_York'), 2107)) FROM t ORDER BY k;
-- 1	1969-12-31 19:00:00	1969-12-31 19:00:00	2106-02-07 01:28:15
-- 2	1969-12-31 19:00:00	1969-12-31 19:00:00	2106-02-07 01:28:15
-- 3	1969-12-31 19:00:00	1969-12-31 19:00:00	2106-02-07 01:28:15
SELECT k, toString(changeYear(v, 10000)), toString(changeYear(toDateTime64(v, 0), 10000)), toString(changeYear(toDateTime64(v, 6), 10000 * k)), toString(changeYear(toTimeZone(v, 'America/New_York'), 10000)), toString(changeMonth(toTimeZone(v, 'Asia/Tokyo'), 13)) FROM t ORDER BY k;
-- 1	9999-12-31 23:59:59.999	9999-12-31 23:59:59	9999-12-31 23:59:59.999999	9999-12-31 23:59:59.999	0000-01-01 00:00:00.000
-- 2	9999-12-31 23:59:59.999	9999-12-31 23:59:59	9999-12-31 23:59:59.999999	9999-12-31 23:59:59.999	0000-01-01 00:00:00.000
-- 3	9999-12-31 23:59:59.999	9999-12-31 23:59:59	9999-12-31 23:59:59.999999	9999-12-31 23:59:59.999	0000-01-01 00:00:00.000
SELECT k, toString(changeYear(toDateTime64(z, 9), 2261 + k)) FROM t ORDER BY k;
-- 1	2262-03-01 23:12:13.000000000
-- 2	2262-04-12 08:47:16.854775807
-- 3	2262-04-12 08:47:16.854775807
-- differs: times have microseconds, docs/differences.md#sparks-values
-- 1	2262-03-01 23:12:13.000000000
-- 2	2262-04-12 08:47:16.854775000
-- 3	2262-04-12 08:47:16.854775000
