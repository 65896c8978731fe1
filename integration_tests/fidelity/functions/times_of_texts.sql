-- A text that an interval is added to is a time.

CREATE TABLE d (s String, n Nullable(String), f FixedString(10)) ENGINE = MergeTree ORDER BY s;
INSERT INTO d VALUES ('2022-02-28', '2022-02-28 03:04:05.678', '2022-02-28');
SELECT s + INTERVAL 1 DAY, INTERVAL 1 DAY + s, s - INTERVAL 1 MONTH, toTypeName(s + INTERVAL 1 DAY) FROM d;
-- 2022-03-01 00:00:00.000	2022-03-01 00:00:00.000	2022-01-28 00:00:00.000	DateTime64(3)
SELECT n + INTERVAL 1 DAY, n - INTERVAL 3 SECOND, toTypeName(n + INTERVAL 1 DAY) FROM d;
-- 2022-03-01 03:04:05.678	2022-02-28 03:04:02.678	Nullable(DateTime64(3))
SELECT s + INTERVAL 1 HOUR, s + INTERVAL 1 MILLISECOND, s + INTERVAL 1 YEAR, s - INTERVAL 1 WEEK - INTERVAL 1 DAY FROM d;
-- 2022-02-28 01:00:00.000	2022-02-28 00:00:00.001	2023-02-28 00:00:00.000	2022-02-20 00:00:00.000
SELECT f + INTERVAL 1 DAY FROM d;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT s + (INTERVAL 1 DAY, INTERVAL 1 MONTH) FROM d;
-- error ILLEGAL_TYPE_OF_ARGUMENT

-- Days since 1858-11-17 as texts, of the years 0 to 9999
SELECT fromModifiedJulianDay(-678941), fromModifiedJulianDay(-100000), fromModifiedJulianDay(0), fromModifiedJulianDay(58849), fromModifiedJulianDay(2973483) FROM numbers(1);
-- 0000-01-01	1585-02-01	1858-11-17	2020-01-01	9999-12-31
SELECT fromModifiedJulianDayOrNull(2973119), fromModifiedJulianDayOrNull(999999999), fromModifiedJulianDayOrNull(-678942), fromModifiedJulianDayOrNull(2973484) FROM numbers(1);
-- 9999-01-01	\N	\N	\N
SELECT fromModifiedJulianDay(999999999) FROM numbers(1);
-- error CANNOT_FORMAT_DATETIME
SELECT toTypeName(fromModifiedJulianDay(1)), toTypeName(fromModifiedJulianDayOrNull(1)), fromModifiedJulianDay(if(number = 0, NULL, 1)) FROM numbers(2);
-- String	Nullable(String)	1858-11-18
-- String	Nullable(String)	\N

-- Seconds and milliseconds are cut towards 1970.
SELECT toUnixTimestamp64Second(toDateTime64('1969-12-31 23:59:58.500', 3, 'UTC')), toUnixTimestamp64Milli(toDateTime64('1969-12-31 23:59:58.500499', 6, 'UTC')),
    toUnixTimestamp64Micro(toDateTime64('1969-12-31 23:59:58.500499', 6, 'UTC')), toUnixTimestamp64Second(toDateTime64('2024-01-01 00:00:00.999', 3, 'UTC')) FROM numbers(1);
-- -1	-1499	-1499501	1704067200
