-- Days and seconds in defaults, keys and views.

CREATE TABLE t (k Int32, at DateTime, until DateTime DEFAULT at + 60, day Date DEFAULT toDate(at) + k, odd UInt8 MATERIALIZED if(k % 2 = 1, 1, 0)) ENGINE = ReplacingMergeTree PARTITION BY toDate(at + 3600) ORDER BY (k, at + 1);
INSERT INTO t (k, at) VALUES (1, '2024-01-01 23:30:00'), (2, '2024-01-01 00:00:00');
INSERT INTO t (k, at) VALUES (1, '2024-01-01 23:30:00');

SELECT k, at, until, day, odd FROM t FINAL ORDER BY k;
-- 1	2024-01-01 23:30:00	2024-01-01 23:31:00	2024-01-02	1
-- 2	2024-01-01 00:00:00	2024-01-01 00:01:00	2024-01-03	0
SELECT partition, sum(rows) FROM system.parts WHERE database = 'shop' AND table = 't' AND active GROUP BY partition ORDER BY partition;
-- 2024-01-01	1
-- 2024-01-02	2
CREATE VIEW later AS SELECT k, at + 3600 AS hour_later, until - at AS lasts FROM t FINAL;
SELECT k, hour_later, lasts FROM later ORDER BY k;
-- 1	2024-01-02 00:30:00	60
-- 2	2024-01-01 01:00:00	60
