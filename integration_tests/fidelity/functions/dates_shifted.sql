-- Dates and times, so much earlier or later.

SELECT dateAdd(DAY, 3, toDate('2024-01-30')), date_add(MONTH, 1, toDate('2024-01-31')), dateAdd(toDate('2024-01-30'), INTERVAL 3 DAY);
-- 2024-02-02	2024-02-29	2024-02-02
SELECT dateSub(YEAR, 1, toDate('2024-02-29')), date_sub(DAY, 1, toDate('2024-01-01')), dateSub(toDate('2024-01-01'), INTERVAL 1 WEEK);
-- 2023-02-28	2023-12-31	2023-12-25
SELECT timestampAdd(toDateTime('2024-01-01 00:00:00'), INTERVAL 1 HOUR), timestamp_sub(MINUTE, 90, toDateTime('2024-01-01 00:00:00'));
-- 2024-01-01 01:00:00	2023-12-31 22:30:00
SELECT dateAdd(HOUR, number, toDateTime('2024-01-01 00:00:00')) AS t FROM numbers(2) ORDER BY t;
-- 2024-01-01 00:00:00
-- 2024-01-01 01:00:00
