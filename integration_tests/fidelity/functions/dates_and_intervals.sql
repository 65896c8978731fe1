-- Days added and subtracted, and differences.

SELECT toDate('2024-01-31') + 1, toDate('2024-03-01') - 1;
-- 2024-02-01	2024-02-29
SELECT toDate('2024-01-31') + INTERVAL 1 MONTH, toDate('2024-01-31') + INTERVAL 2 DAY;
-- 2024-02-29	2024-02-02
SELECT toDateTime('2024-01-31 23:59:59') + INTERVAL 1 SECOND;
-- 2024-02-01 00:00:00
