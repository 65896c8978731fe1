-- A detached table is out of sight, keeps its rows and its name, and comes back by ATTACH.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
INSERT INTO t VALUES (1, 'c');
DETACH TABLE t;
SELECT * FROM t FINAL;
-- error UNKNOWN_TABLE
OPTIMIZE TABLE t FINAL;
-- error UNKNOWN_TABLE
ALTER TABLE t DELETE WHERE k = 1;
-- error UNKNOWN_TABLE
EXISTS TABLE t;
-- 0
SELECT count() FROM system.tables WHERE database = 'shop' AND name = 't';
-- 0
SELECT count() FROM system.parts WHERE database = 'shop' AND `table` = 't';
-- 0
SELECT count() FROM system.columns WHERE database = 'shop' AND `table` = 't';
-- 0
SELECT database, `table`, is_permanently FROM system.detached_tables WHERE database = 'shop';
-- shop	t	0
CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
-- error TABLE_ALREADY_EXISTS
CREATE OR REPLACE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
-- error TABLE_ALREADY_EXISTS
CREATE TABLE t ENGINE = MergeTree ORDER BY x AS SELECT 1 AS x;
-- error TABLE_ALREADY_EXISTS
CREATE VIEW t AS SELECT 1 AS x;
-- error TABLE_ALREADY_EXISTS
CREATE OR REPLACE VIEW t AS SELECT 1 AS x;
-- error TABLE_ALREADY_EXISTS
CREATE TABLE IF NOT EXISTS t (k Int64) ENGINE = MergeTree ORDER BY k;
EXISTS TABLE t;
-- 0
DROP TABLE t;
-- error UNKNOWN_TABLE
DROP TABLE IF EXISTS t;
DETACH TABLE t;
-- error UNKNOWN_TABLE
DETACH TABLE IF EXISTS t;
CREATE TABLE u (k Int64) ENGINE = MergeTree ORDER BY k;
RENAME TABLE u TO t;
-- error TABLE_ALREADY_EXISTS
RENAME TABLE t TO w;
-- error UNKNOWN_TABLE
EXCHANGE TABLES u AND t;
-- error UNKNOWN_TABLE
CHECK TABLE t;
-- error UNKNOWN_TABLE
ATTACH TABLE t;
SELECT k, v FROM t FINAL ORDER BY k;
-- 1	c
-- 2	b
INSERT INTO t VALUES (3, 'd');
SELECT name FROM system.parts WHERE database = 'shop' AND `table` = 't' AND active ORDER BY name;
-- all_1_1_1
-- all_2_2_1
-- all_3_3_1
ATTACH TABLE t;
-- error TABLE_ALREADY_EXISTS
ATTACH TABLE IF NOT EXISTS t;
SELECT count() FROM system.detached_tables WHERE database = 'shop';
-- 0
DROP TABLE t;
CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
DROP TABLE t;
ATTACH TABLE t;
-- error CANNOT_GET_CREATE_TABLE_QUERY
ATTACH TABLE IF NOT EXISTS t;
-- error CANNOT_GET_CREATE_TABLE_QUERY
