-- A number beside a time is seconds.

CREATE TABLE t (k Int64, at DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-01 00:00:00'), (2, '2024-01-02 12:00:00');

SELECT toDateTime('2024-01-01 00:00:00', 'UTC') + 3600 AS later;
-- 2024-01-01 01:00:00
SELECT toDateTime('2024-01-01 00:00:00', 'UTC') + 24 * 3600 - 60 AS later;
-- 2024-01-01 23:59:00
SELECT k FROM t WHERE at > toDateTime('2024-01-03 00:00:00', 'UTC') - 86400;
-- 2
SELECT count() FROM t WHERE at < now() - 3600 AND now() + 1 > now();
-- 2
SELECT toStartOfHour(toDateTime('2024-01-01 10:20:30', 'UTC')) + 90 AS later;
-- 2024-01-01 10:01:30
SELECT toDateTime64('2024-01-01 00:00:00.5', 1, 'UTC') + 1 AS later;
-- 2024-01-01 00:00:01.5
SELECT k, toDateTime('2024-01-01 00:00:00', 'UTC') - 1 < at AS newer FROM t ORDER BY k;
-- 1	1
-- 2	1
