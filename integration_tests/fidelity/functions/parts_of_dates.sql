-- Parts of dates and times.

SELECT toYear(toDate('2024-03-17')), toQuarter(toDate('2024-03-17')), toMonth(toDate('2024-03-17')), toDayOfMonth(toDate('2024-03-17'));
-- 2024	1	3	17
SELECT toDayOfWeek(toDate('2024-03-17')), toDayOfYear(toDate('2024-03-17')), toYYYYMM(toDate('2024-03-17')), toYYYYMMDD(toDate('2024-03-17'));
-- 7	77	202403	20240317
SELECT toHour(toDateTime('2024-03-17 13:14:15')), toMinute(toDateTime('2024-03-17 13:14:15')), toSecond(toDateTime('2024-03-17 13:14:15'));
-- 13	14	15
SELECT toUnixTimestamp(toDateTime('2024-03-17 13:14:15'));
-- 1710681255
SELECT toDayOfWeek(toDate('2024-03-18')), toDayOfYear(toDate('2024-12-31')), toQuarter(toDate('2024-12-31'));
-- 1	366	4
