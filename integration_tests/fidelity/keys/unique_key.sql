-- UNIQUE KEY, which is experimental in ClickHouse, names stored columns; the rest of the clause's checks.

SET enable_unique_key = 1;
CREATE TABLE t (id UInt32, day Date, ver UInt32) ENGINE = ReplacingMergeTree(ver) PARTITION BY day UNIQUE KEY id ORDER BY (day, ver);
INSERT INTO t VALUES (1, '2024-01-01', 1), (2, '2024-01-01', 2);
SELECT id, ver FROM t FINAL ORDER BY id;
-- 1	1
-- 2	2
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `id` UInt32,\n    `day` Date,\n    `ver` UInt32\n)\nENGINE = ReplacingMergeTree(ver)\nPARTITION BY day\nORDER BY (day, ver)\nUNIQUE KEY id\nSETTINGS index_granularity = 8192
SELECT sorting_key, primary_key, unique_key FROM system.tables WHERE name = 't' AND database = currentDatabase();
-- day, ver	day, ver	id
CREATE TABLE u AS t;
SELECT unique_key FROM system.tables WHERE name = 'u' AND database = currentDatabase();
-- id
CREATE TABLE w AS t ENGINE = ReplacingMergeTree ORDER BY day;
SELECT unique_key FROM system.tables WHERE name = 'w' AND database = currentDatabase();
-- ''
CREATE TABLE two (`a b` UInt8, c String, z UInt8) ENGINE = ReplacingMergeTree UNIQUE KEY (`a b`, c) ORDER BY z;
SELECT unique_key, sorting_key FROM system.tables WHERE name = 'two' AND database = currentDatabase();
-- (`a b`, c)	z
CREATE TABLE e (id UInt32, day Date) ENGINE = ReplacingMergeTree UNIQUE KEY (id, id) ORDER BY day;
-- error BAD_ARGUMENTS
CREATE TABLE e (id UInt32, day Date) ENGINE = ReplacingMergeTree UNIQUE KEY (id, id % 5) ORDER BY day;
-- error BAD_ARGUMENTS
CREATE TABLE e (id UInt32, day Date) ENGINE = ReplacingMergeTree UNIQUE KEY id % 5 ORDER BY day;
-- error BAD_ARGUMENTS
CREATE TABLE e (id UInt32, day Date) ENGINE = ReplacingMergeTree UNIQUE KEY tuple() ORDER BY day;
-- error BAD_ARGUMENTS
CREATE TABLE e (id UInt32, day Date) ENGINE = ReplacingMergeTree UNIQUE KEY nope ORDER BY day;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE e (id UInt32, a UInt8 ALIAS 1) ENGINE = ReplacingMergeTree UNIQUE KEY a ORDER BY id;
-- error BAD_ARGUMENTS
CREATE TABLE e (id UInt32, t Tuple(x UInt8)) ENGINE = ReplacingMergeTree UNIQUE KEY t.x ORDER BY id;
-- error BAD_ARGUMENTS
CREATE TABLE e (id UInt32, j JSON) ENGINE = ReplacingMergeTree UNIQUE KEY j ORDER BY id;
-- error DATA_TYPE_CANNOT_BE_USED_IN_KEY
CREATE TABLE e (id UInt32) ENGINE = ReplacingMergeTree UNIQUE KEY id UNIQUE KEY id ORDER BY id;
-- error SYNTAX_ERROR
CREATE TABLE e (id UInt32) ENGINE = Memory UNIQUE KEY id;
-- error BAD_ARGUMENTS
ALTER TABLE t DROP COLUMN id;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t RENAME COLUMN id TO id2;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t MODIFY COLUMN id UInt64;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
