-- A view over a table that it names: statements on it, another query, what it shows.

CREATE TABLE s (k Int64, v String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE t (k Int64, c UInt64, n UInt8 DEFAULT 7) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE MATERIALIZED VIEW v TO t AS SELECT k, count() AS c FROM s GROUP BY k;
INSERT INTO s VALUES (1, 'a'), (1, 'b');
INSERT INTO v VALUES (2, 5);
SELECT * FROM t ORDER BY k;
-- 1	2	7
-- 2	5	7
SELECT * FROM v ORDER BY k;
-- 1	2
-- 2	5
SELECT * FROM v FINAL ORDER BY k;
-- 1	2
-- 2	5
SELECT n FROM v;
-- error UNKNOWN_IDENTIFIER
SELECT engine, engine_full, total_rows, primary_key, has_own_data FROM system.tables WHERE database = currentDatabase() AND name = 'v';
-- MaterializedView	''	\N	''	0
SELECT name, dependencies_table FROM system.tables WHERE database = currentDatabase() ORDER BY name;
-- s	['v']
-- t	[]
-- v	[]
OPTIMIZE TABLE v FINAL;
-- error INCORRECT_QUERY
ALTER TABLE v DELETE WHERE k = 1;
-- error INCORRECT_QUERY
ALTER TABLE v UPDATE c = 1 WHERE k = 1;
-- error INCORRECT_QUERY
ALTER TABLE v DROP PARTITION tuple();
-- error INCORRECT_QUERY
ALTER TABLE v ADD COLUMN z Int64;
-- error NOT_IMPLEMENTED
TRUNCATE TABLE v;
SELECT count() FROM t;
-- 2
ALTER TABLE v MODIFY QUERY SELECT k, toUInt64(100) AS c FROM s;
INSERT INTO s VALUES (6, 'a');
SELECT * FROM t ORDER BY k;
-- 1	2	7
-- 2	5	7
-- 6	100	7
EXCHANGE TABLES t AND s;
DROP VIEW t;
-- error INCORRECT_QUERY
DROP VIEW IF EXISTS nosuch;
DROP TABLE t;
DROP VIEW v;
SELECT count() FROM s;
-- 3
