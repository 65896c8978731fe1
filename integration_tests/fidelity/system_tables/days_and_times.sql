-- What system.parts says of the days and times of parts, and of their marks.

CREATE TABLE by_month (d Date, t DateTime, k Int32) ENGINE = MergeTree PARTITION BY toYYYYMM(d) ORDER BY k;
INSERT INTO by_month VALUES ('2024-01-02', '2024-01-02 03:04:05', 1), ('2024-01-09', '2024-01-02 03:04:05', 2);
SELECT min_date, max_date, min_time, max_time, marks, toTypeName(min_date), toTypeName(max_time), toTypeName(modification_time)
FROM system.parts WHERE `table` = 'by_month' AND database = currentDatabase();
-- 2024-01-02	2024-01-09	1970-01-01 00:00:00	1970-01-01 00:00:00	2	Date	DateTime	DateTime
DELETE FROM by_month WHERE k = 2;
SELECT max_date FROM system.parts WHERE `table` = 'by_month' AND database = currentDatabase() AND active;
-- 2024-01-09
OPTIMIZE TABLE by_month FINAL;
SELECT max_date FROM system.parts WHERE `table` = 'by_month' AND database = currentDatabase() AND active;
-- 2024-01-02

-- A time in the key
CREATE TABLE by_day (d Date, t DateTime, k Int32) ENGINE = MergeTree PARTITION BY (toDate(t), k) ORDER BY k;
INSERT INTO by_day VALUES ('2024-01-02', '2024-01-02 03:04:05', 1), ('2024-01-09', '2024-01-02 05:04:05', 1);
SELECT min_date, max_date, min_time, max_time FROM system.parts WHERE `table` = 'by_day' AND database = currentDatabase();
-- 1970-01-01	1970-01-01	2024-01-02 03:04:05	2024-01-02 05:04:05
CREATE TABLE by_moment (t DateTime64(3), k Int32) ENGINE = MergeTree PARTITION BY toDate(t) ORDER BY k
SETTINGS index_granularity = 2;
INSERT INTO by_moment SELECT '2024-01-02 03:04:05.678', number FROM numbers(5);
SELECT min_time, max_time, marks FROM system.parts WHERE `table` = 'by_moment' AND database = currentDatabase();
-- 2024-01-02 03:04:05	2024-01-02 03:04:05	4
SELECT min_time, max_time, marks, rows FROM system.parts_columns
WHERE `table` = 'by_moment' AND database = currentDatabase() AND column = 'k';
-- 2024-01-02 03:04:05	2024-01-02 03:04:05	4	5

-- Two days are none, and a Nullable one is none; a part without rows has no marks.
CREATE TABLE by_two (d Date, e Date, t Nullable(DateTime), k Int32) ENGINE = MergeTree PARTITION BY (e, d, t) ORDER BY k
SETTINGS allow_nullable_key = 1;
INSERT INTO by_two SELECT '2024-01-02', '2024-02-02', '2024-01-02 03:04:05', number FROM numbers(8);
SELECT min_date, max_date, min_time, max_time, marks FROM system.parts WHERE `table` = 'by_two' AND database = currentDatabase();
-- 1970-01-01	1970-01-01	1970-01-01 00:00:00	1970-01-01 00:00:00	2
