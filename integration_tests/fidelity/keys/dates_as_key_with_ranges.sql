-- Ranges on a key of dates.

CREATE TABLE t (day Date, n UInt32) ENGINE = ReplacingMergeTree ORDER BY day;
INSERT INTO t SELECT addDays(toDate('2024-01-01'), number), number FROM numbers(100);
INSERT INTO t SELECT addDays(toDate('2024-01-01'), number), 1000 FROM numbers(10);
SELECT count(), min(n), max(n) FROM t FINAL WHERE day BETWEEN '2024-01-05' AND '2024-01-15';
-- 11	10	1000
SELECT n FROM t FINAL WHERE day = '2024-01-10';
-- 1000
SELECT min(day), max(day) FROM t FINAL;
-- 2024-01-01	2024-04-09
SELECT count() FROM t FINAL WHERE day >= '2024-03-01' OR day < '2024-01-03';
-- 42
