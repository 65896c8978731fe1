-- A temporary table may have an engine of the MergeTree family, and does all that its engine does.

CREATE TEMPORARY TABLE r (k Int64, v String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO r VALUES (1, 'a', 1), (2, 'c', 1);
INSERT INTO r VALUES (1, 'b', 2);
SELECT * FROM r FINAL ORDER BY k;
-- 1	b	2
-- 2	c	1
SELECT count() FROM r;
-- 3
SELECT count() FROM r FINAL;
-- 2
SELECT max(k) FROM r FINAL;
-- 2
SELECT k, v FROM r FINAL PREWHERE ver = 1 ORDER BY k;
-- 1	a
-- 2	c
SELECT count() FROM r SETTINGS final = 1;
-- 2
SHOW CREATE TEMPORARY TABLE r;
-- CREATE TEMPORARY TABLE r\n(\n    `k` Int64,\n    `v` String,\n    `ver` UInt8\n)\nENGINE = ReplacingMergeTree(ver)\nORDER BY k
SELECT name, engine, engine_full, sorting_key, primary_key, total_rows FROM system.tables WHERE is_temporary;
-- r	ReplacingMergeTree	ReplacingMergeTree	''	''	3
OPTIMIZE TABLE r FINAL;
SELECT count() FROM r;
-- 2
ALTER TABLE r ADD COLUMN more Int8 DEFAULT 5;
SELECT * FROM r FINAL ORDER BY k;
-- 1	b	2	5
-- 2	c	1	5
ALTER TEMPORARY TABLE r DROP COLUMN more;
ALTER TABLE r MODIFY COLUMN v LowCardinality(String), RENAME COLUMN v TO w;
-- error NOT_IMPLEMENTED
SELECT k, w, toTypeName(w) FROM r FINAL ORDER BY k;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE r UPDATE w = 'z' WHERE k = 1 SETTINGS mutations_sync = 2;
-- error NO_SUCH_COLUMN_IN_TABLE
SELECT k, w FROM r FINAL ORDER BY k;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE r DELETE WHERE k = 1 SETTINGS mutations_sync = 2;
SELECT k, w FROM r FINAL ORDER BY k;
-- error UNKNOWN_IDENTIFIER
TRUNCATE TABLE r;
SELECT count() FROM r FINAL;
-- 0
CREATE TEMPORARY TABLE m (k Int64, d Date, INDEX i k TYPE minmax GRANULARITY 2) ENGINE = MergeTree PARTITION BY toYYYYMM(d) PRIMARY KEY k ORDER BY (k, d) SETTINGS index_granularity = 100 COMMENT 'cc';
SHOW CREATE TEMPORARY TABLE m;
-- CREATE TEMPORARY TABLE m\n(\n    `k` Int64,\n    `d` Date,\n    INDEX i k TYPE minmax GRANULARITY 2\n)\nENGINE = MergeTree\nPARTITION BY toYYYYMM(d)\nPRIMARY KEY k\nORDER BY (k, d)\nSETTINGS index_granularity = 100\nCOMMENT 'cc'
INSERT INTO m VALUES (1, '2024-01-01'), (1, '2024-01-01'), (2, '2024-02-01');
SELECT k, _partition_id FROM m ORDER BY k;
-- 1	202401
-- 1	202401
-- 2	202402
SELECT * FROM m FINAL;
-- error ILLEGAL_FINAL
ALTER TABLE m DROP PARTITION 202401;
SELECT k FROM m ORDER BY k;
-- 2
CREATE TABLE lasting (k Int64, d Date, INDEX i k TYPE minmax GRANULARITY 2) ENGINE = MergeTree PARTITION BY toYYYYMM(d) PRIMARY KEY k ORDER BY (k, d);
ALTER TABLE lasting ATTACH PARTITION 202402 FROM m;
DROP TABLE m;
SELECT k FROM lasting;
-- 2
CREATE TEMPORARY TABLE filled ENGINE = ReplacingMergeTree ORDER BY x AS SELECT number % 2 AS x FROM numbers(4);
SELECT x FROM filled FINAL ORDER BY x;
-- 0
-- 1
CREATE TABLE base (k Int64 DEFAULT 5, v String, CONSTRAINT c CHECK k > 1, INDEX i k TYPE minmax) ENGINE = ReplacingMergeTree ORDER BY k PARTITION BY v COMMENT 'base';
CREATE TEMPORARY TABLE of_base AS base;
SHOW CREATE TEMPORARY TABLE of_base;
-- CREATE TEMPORARY TABLE of_base\n(\n    `k` Int64 DEFAULT 5,\n    `v` String,\n    CONSTRAINT c CHECK k > 1\n)\nENGINE = Memory\nCOMMENT 'base'
CREATE TEMPORARY TABLE with_keys AS base ENGINE = MergeTree ORDER BY v;
SHOW CREATE TEMPORARY TABLE with_keys;
-- CREATE TEMPORARY TABLE with_keys\n(\n    `k` Int64 DEFAULT 5,\n    `v` String,\n    INDEX i k TYPE minmax GRANULARITY 1,\n    CONSTRAINT c CHECK k > 1\n)\nENGINE = MergeTree\nPARTITION BY v\nORDER BY v\nCOMMENT 'base'
SET default_temporary_table_engine = 'MergeTree';
CREATE TEMPORARY TABLE by_setting (k Int64) ORDER BY k;
SHOW CREATE TEMPORARY TABLE by_setting;
-- CREATE TEMPORARY TABLE by_setting\n(\n    `k` Int64\n)\nENGINE = MergeTree\nORDER BY k
CREATE TEMPORARY TABLE by_setting_of_base AS base;
SHOW CREATE TEMPORARY TABLE by_setting_of_base;
-- CREATE TEMPORARY TABLE by_setting_of_base\n(\n    `k` Int64 DEFAULT 5,\n    `v` String,\n    INDEX i k TYPE minmax GRANULARITY 1,\n    CONSTRAINT c CHECK k > 1\n)\nENGINE = MergeTree\nPARTITION BY v\nORDER BY k\nCOMMENT 'base'
SET default_temporary_table_engine = 'Memory';
DROP TEMPORARY TABLE r, filled, of_base, with_keys, by_setting, by_setting_of_base;
SHOW TEMPORARY TABLES;
-- (no rows)
