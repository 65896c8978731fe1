-- A DateTime with a time zone reads and cuts times in that zone.

CREATE TABLE t (k UInt8, a DateTime('Europe/Berlin'), b DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-07-01 02:00:00', '2024-07-01 00:00:00'), (2, '2024-01-01 01:00:00', '2024-01-01 00:00:00');
SELECT k, b, a = b FROM t ORDER BY k;
-- 1	2024-07-01 00:00:00	1
-- 2	2024-01-01 00:00:00	1
SELECT k, toUnixTimestamp(a) FROM t ORDER BY k;
-- 1	1719792000
-- 2	1704067200
SELECT toStartOfDay(b) FROM t WHERE k = 1;
-- 2024-07-01 00:00:00
