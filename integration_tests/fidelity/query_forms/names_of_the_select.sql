-- A WHERE may name a column of its SELECT, and such a name comes before one of the table.

CREATE TABLE t (k Int64, v String, n UInt32, d Date) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 10, '2024-01-05'), (2, 'b', 20, '2024-01-06'), (3, 'b', 30, '2024-02-01');
SELECT k, n * 2 AS twice FROM t WHERE twice > 20 ORDER BY k;
-- 2	40
-- 3	60
SELECT k, n * 2 AS twice FROM t FINAL WHERE twice > 20 ORDER BY k;
-- 2	40
-- 3	60
SELECT n AS a, a + 1 AS b FROM t FINAL WHERE b > 20 AND a < 30;
-- 20	21
SELECT upper(v) AS v FROM t FINAL WHERE v = 'A';
-- A
SELECT toYYYYMM(d) AS d, count() FROM t GROUP BY d ORDER BY d;
-- 202401	2
-- 202402	1
SELECT toStartOfMonth(d) AS month, sum(n) FROM t WHERE month >= '2024-02-01' GROUP BY month;
-- 2024-02-01	30
SELECT k FROM t FINAL PREWHERE n > 10 WHERE k IN (SELECT k + 1 AS k FROM t WHERE k = 2);
-- 2
