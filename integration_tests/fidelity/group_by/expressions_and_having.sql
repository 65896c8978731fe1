-- Grouping by expressions, aliases and positions.

CREATE TABLE t (k UInt32, day Date, n Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-01', 5), (2, '2024-01-15', 6), (3, '2024-02-01', -7), (4, '2024-02-02', 0);

SELECT toYYYYMM(day), sum(n) FROM t GROUP BY toYYYYMM(day) ORDER BY toYYYYMM(day);
-- 202401	11
-- 202402	-7
SELECT toYYYYMM(day) AS month, sum(n) AS s FROM t GROUP BY month HAVING s > 0;
-- 202401	11
SELECT k % 2 AS odd, count() FROM t GROUP BY odd ORDER BY odd;
-- 0	2
-- 1	2
SELECT toMonth(day), max(n) FROM t GROUP BY 1 ORDER BY 1;
-- 1	6
-- 2	0
SELECT k % 2 AS odd, toYYYYMM(day) AS month, count() FROM t GROUP BY (odd, month) ORDER BY odd, month;
-- 0	202401	1
-- 0	202402	1
-- 1	202401	1
-- 1	202402	1
SELECT count() FROM t HAVING count() > 3;
-- 4
SELECT DISTINCT toYYYYMM(day) AS m FROM t ORDER BY m;
-- 202401
-- 202402
