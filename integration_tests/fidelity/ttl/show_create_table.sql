-- A TTL is shown as ClickHouse writes it.

CREATE TABLE t (k Int64, ts DateTime, c Int64 DEFAULT k + 5 COMMENT 'x' CODEC(LZ4) TTL toDate(ts) + 30) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(ts) ORDER BY k TTL ts + INTERVAL 1 DAY DELETE WHERE k > 3, ts + INTERVAL 1 MONTH, ts + toIntervalWeek(2) WHERE k = 2 SETTINGS index_granularity = 8192, merge_with_ttl_timeout = 3, ttl_only_drop_parts = 1;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `ts` DateTime,\n    `c` Int64 DEFAULT k + 5 COMMENT 'x' CODEC(LZ4) TTL toDate(ts) + 30\n)\nENGINE = ReplacingMergeTree\nPARTITION BY toYYYYMM(ts)\nORDER BY k\nTTL ts + toIntervalDay(1) WHERE k > 3, ts + toIntervalMonth(1), ts + toIntervalWeek(2) WHERE k = 2\nSETTINGS index_granularity = 8192, merge_with_ttl_timeout = 3, ttl_only_drop_parts = 1
SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 't';
-- ReplacingMergeTree PARTITION BY toYYYYMM(ts) ORDER BY k TTL ts + toIntervalDay(1) WHERE k > 3, ts + toIntervalMonth(1), ts + toIntervalWeek(2) WHERE k = 2 SETTINGS index_granularity = 8192, merge_with_ttl_timeout = 3, ttl_only_drop_parts = 1
CREATE TABLE u AS t;
SHOW CREATE TABLE u;
-- CREATE TABLE shop.u\n(\n    `k` Int64,\n    `ts` DateTime,\n    `c` Int64 DEFAULT k + 5 COMMENT 'x' CODEC(LZ4) TTL toDate(ts) + 30\n)\nENGINE = ReplacingMergeTree\nPARTITION BY toYYYYMM(ts)\nORDER BY k\nTTL ts + toIntervalDay(1) WHERE k > 3, ts + toIntervalMonth(1), ts + toIntervalWeek(2) WHERE k = 2\nSETTINGS index_granularity = 8192, merge_with_ttl_timeout = 3, ttl_only_drop_parts = 1
