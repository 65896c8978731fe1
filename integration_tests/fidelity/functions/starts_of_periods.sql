-- Times cut down to the start of a period.

SELECT toStartOfYear(toDate('2024-05-17')), toStartOfQuarter(toDate('2024-05-17')), toStartOfMonth(toDate('2024-05-17')), toMonday(toDate('2024-05-17'));
-- 2024-01-01	2024-04-01	2024-05-01	2024-05-13
SELECT toStartOfDay(toDateTime('2024-05-17 13:14:15')), toStartOfHour(toDateTime('2024-05-17 13:14:15')), toStartOfMinute(toDateTime('2024-05-17 13:14:15'));
-- 2024-05-17 00:00:00	2024-05-17 13:00:00	2024-05-17 13:14:00
SELECT toMonday(toDate('2024-05-13')), toMonday(toDate('2024-05-19'));
-- 2024-05-13	2024-05-13
SELECT toStartOfMonth(toDateTime('2024-05-17 13:14:15'));
-- 2024-05-01
