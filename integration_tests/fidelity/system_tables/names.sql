-- SHOW TABLES and the lists of the database system.

CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE a (k Int64) ENGINE = MergeTree ORDER BY k;
SELECT name, engine FROM system.tables WHERE database = 'shop' ORDER BY name;
-- a	MergeTree
-- b	ReplacingMergeTree
SELECT name FROM system.databases WHERE name IN ('shop', 'system') ORDER BY name;
-- shop
-- system
