-- SHOW TABLES and the lists of the database system.

CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE a (k Int64) ENGINE = MergeTree ORDER BY k;
SELECT name, engine FROM system.tables WHERE database = 'shop' ORDER BY name;
-- a	MergeTree
-- b	ReplacingMergeTree
SELECT name FROM system.databases WHERE name IN ('shop', 'system') ORDER BY name;
-- shop
-- system

-- What system.functions says of functions and of their other names.
SELECT name, is_aggregate, case_insensitive, alias_to FROM system.functions
WHERE name IN ('sum', 'row_number', 'uniq', 'toDate', 'lower', 'lcase', 'argMax') ORDER BY name;
-- argMax	1	0	''
-- lcase	0	1	lower
-- lower	0	1	''
-- row_number	1	1	''
-- sum	1	1	''
-- toDate	0	0	''
-- uniq	1	0	''
