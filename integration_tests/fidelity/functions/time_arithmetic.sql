-- Numbers beside dates and times are days and seconds, wherever the time comes from.

CREATE TABLE t (k Int32, d Date, at DateTime, until DateTime, fine DateTime64(3), n UInt64, j Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-01', '2024-01-01 00:00:00', '2024-01-02 01:02:03', '2024-01-01 00:00:00.250', 2, -1), (2, '2024-02-28', '2024-02-28 23:59:59', '2024-02-28 23:59:59', '2024-02-28 23:59:59.999', 10, 3);

SELECT k, at + 3600, at - 60, at + n, at - j FROM t ORDER BY k;
-- 1	2024-01-01 01:00:00	2023-12-31 23:59:00	2024-01-01 00:00:02	2024-01-01 00:00:01
-- 2	2024-02-29 00:59:59	2024-02-28 23:58:59	2024-02-29 00:00:09	2024-02-28 23:59:56
SELECT k, d + 1, d - 1, d + n, d - j, 2 + d FROM t ORDER BY k;
-- 1	2024-01-02	2023-12-31	2024-01-03	2024-01-02	2024-01-03
-- 2	2024-02-29	2024-02-27	2024-03-09	2024-02-25	2024-03-01
SELECT k, fine + 1, fine - n FROM t ORDER BY k;
-- 1	2024-01-01 00:00:01.250	2023-12-31 23:59:58.250
-- 2	2024-02-29 00:00:00.999	2024-02-28 23:59:49.999
SELECT k, at + n * 60 + 1 - 2 AS later FROM t ORDER BY k;
-- 1	2024-01-01 00:01:59
-- 2	2024-02-29 00:09:58
SELECT k FROM t WHERE at + 3600 > '2024-01-01 00:30:00' AND at - 86400 * 30 < '2024-01-15 00:00:00' ORDER BY k;
-- 1
SELECT k, until - at, d - toDate('2024-01-01') FROM t FINAL ORDER BY k;
-- 1	90123	0
-- 2	0	58
SELECT max(until) - min(at), max(d) - min(d) FROM t FINAL;
-- 5097599	58
SELECT k, fine - toDateTime64('2024-01-01 00:00:00', 3) AS past FROM t FINAL ORDER BY k;
-- 1	0.25
-- 2	5097599.999
SELECT toDate('2024-01-01') + number AS day, toDateTime('2024-01-01 00:00:00') + number * 3600 AS at FROM numbers(3) ORDER BY number;
-- 2024-01-01	2024-01-01 00:00:00
-- 2024-01-02	2024-01-01 01:00:00
-- 2024-01-03	2024-01-01 02:00:00
SELECT toDateTime('2024-01-01 00:00:00') + INTERVAL number HOUR AS at, toDate('2024-01-31') - INTERVAL (number + 1) MONTH AS day FROM numbers(2) ORDER BY number;
-- 2024-01-01 00:00:00	2023-12-31
-- 2024-01-01 01:00:00	2023-11-30
SELECT k, toStartOfHour(at) AS hour, hour + 3600 AS next FROM t ORDER BY k;
-- 1	2024-01-01 00:00:00	2024-01-01 01:00:00
-- 2	2024-02-28 23:00:00	2024-02-29 00:00:00
SELECT k, day + 1 FROM (SELECT k, toDate(until) AS day FROM t) ORDER BY k;
-- 1	2024-01-03
-- 2	2024-02-29
SELECT k, at + INTERVAL 1 DAY + 60 FROM t ORDER BY k;
-- 1	2024-01-02 00:01:00
-- 2	2024-03-01 00:00:59
SELECT k, n - 1, 3 - j, n + 1.5 FROM t WHERE d > '2023-01-01' ORDER BY k;
-- 1	1	4	3.5
-- 2	9	0	11.5
INSERT INTO t (k, d, at, until) VALUES (3, toDate('2024-03-01') - 1, toDateTime('2024-03-01 00:00:00') + 90, '2024-01-01 00:00:00');
SELECT d, at FROM t WHERE k = 3;
-- 2024-02-29	2024-03-01 00:01:30
ALTER TABLE t UPDATE until = until + 3600 WHERE until - 3600 >= '2024-02-28 00:00:00' SETTINGS mutations_sync = 1;
SELECT k, until FROM t ORDER BY k;
-- 1	2024-01-02 01:02:03
-- 2	2024-02-29 00:59:59
-- 3	2024-01-01 00:00:00
DELETE FROM t WHERE d + 1 = '2024-01-02';
SELECT k FROM t ORDER BY k;
-- 2
-- 3
