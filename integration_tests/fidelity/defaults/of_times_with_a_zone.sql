-- What functions of clocks give in DEFAULT, MATERIALIZED, ALIAS, keys and TTL: moments stay moments.

CREATE TABLE t (
    k Int32,
    b DateTime('Europe/Berlin'),
    n DateTime64(3, 'America/New_York'),
    hour DateTime DEFAULT toStartOfHour(b),
    day DateTime MATERIALIZED toStartOfDay(b),
    kept DateTime('Asia/Tokyo') MATERIALIZED toStartOfDay(n),
    later DateTime ALIAS b + INTERVAL 1 DAY,
    shown String MATERIALIZED toString(b),
    month UInt32 ALIAS toYYYYMM(n),
    clock UInt8 ALIAS toHour(b),
    date Date ALIAS toDate(b),
    apart Int64 MATERIALIZED dateDiff('day', b, n)
) ENGINE = ReplacingMergeTree ORDER BY (toStartOfDay(b), k) PARTITION BY toYYYYMM(b)
TTL b + INTERVAL 30 YEAR, n + INTERVAL 40 YEAR WHERE toHour(b) = 23;
INSERT INTO t (k, b, n) VALUES (1, '2024-03-30 23:30:00', '2024-12-31 23:59:59.123'), (2, '2024-12-31 23:10:00', '2024-07-01 00:00:00');
INSERT INTO t (k, b, n) VALUES (3, '2023-10-29 12:00:00', '2023-03-12 12:00:00'), (1, '2024-03-30 23:30:00', '2025-01-01 00:00:00');
SELECT k, toString(b), toString(n), hour, day, toString(kept), later, shown, month, clock, date, apart FROM t FINAL ORDER BY k;
-- 1	2024-03-30 23:30:00	2025-01-01 00:00:00.000	2024-03-30 22:00:00	2024-03-29 23:00:00	2025-01-01 14:00:00	2024-03-31 21:30:00	2024-03-30 23:30:00	202501	23	2024-03-30	277
-- 2	2024-12-31 23:10:00	2024-07-01 00:00:00.000	2024-12-31 22:00:00	2024-12-30 23:00:00	2024-07-01 13:00:00	2025-01-01 22:10:00	2024-12-31 23:10:00	202407	23	2024-12-31	-183
-- 3	2023-10-29 12:00:00	2023-03-12 12:00:00.000	2023-10-29 11:00:00	2023-10-28 22:00:00	2023-03-12 14:00:00	2023-10-30 11:00:00	2023-10-29 12:00:00	202303	12	2023-10-29	-231
SELECT k, toUnixTimestamp(hour), toUnixTimestamp(day), toUnixTimestamp(kept), toUnixTimestamp(later) FROM t FINAL ORDER BY k;
-- 1	1711836000	1711753200	1735707600	1711920600
-- 2	1735682400	1735599600	1719806400	1735769400
-- 3	1698577200	1698530400	1678597200	1698663600
SELECT partition, rows FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY partition, name;
-- 202310	1
-- 202403	1
-- 202403	1
-- 202412	1
SELECT k FROM t FINAL WHERE toStartOfDay(b) = toDateTime('2024-12-31 00:00:00', 'Europe/Berlin');
-- 2
ALTER TABLE t UPDATE n = '2024-01-01 03:00:00' WHERE toHour(b) = 12 SETTINGS mutations_sync = 2;
SELECT k, toString(n), toString(kept), month, apart FROM t FINAL ORDER BY k;
-- 1	2025-01-01 00:00:00.000	2025-01-01 14:00:00	202501	277
-- 2	2024-07-01 00:00:00.000	2024-07-01 13:00:00	202407	-183
-- 3	2024-01-01 03:00:00.000	2024-01-01 14:00:00	202401	64
CREATE TABLE gone (k Int8, b DateTime('Pacific/Auckland'), n DateTime('America/New_York')) ENGINE = MergeTree ORDER BY k
TTL if(k = 1, b, n) + INTERVAL 1 DAY;
INSERT INTO gone VALUES (1, '2001-01-01 00:00:00', '2100-01-01 00:00:00'), (2, '2001-01-01 00:00:00', '2100-01-01 00:00:00');
OPTIMIZE TABLE gone FINAL;
SELECT k FROM gone ORDER BY k;
-- 2
ALTER TABLE t UPDATE n = b + INTERVAL 1 MONTH WHERE k = 1 SETTINGS mutations_sync = 2;
SELECT k, toString(n), toString(kept), month, apart FROM t FINAL ORDER BY k;
-- 1	2024-04-30 17:30:00.000	2024-04-30 13:00:00	202404	31
-- 2	2024-07-01 00:00:00.000	2024-07-01 13:00:00	202407	-183
-- 3	2024-01-01 03:00:00.000	2024-01-01 14:00:00	202401	64
