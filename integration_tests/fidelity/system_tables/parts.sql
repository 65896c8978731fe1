-- What system.parts says of parts that were inserted and merged.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
INSERT INTO t VALUES (1, 'c');
SELECT partition, name, rows, min_block_number, max_block_number, level, data_version, active, engine FROM system.parts
WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- tuple()	all_1_1_1	2	1	1	1	1	1	ReplacingMergeTree
-- tuple()	all_2_2_1	1	2	2	1	2	1	ReplacingMergeTree
OPTIMIZE TABLE t FINAL;
SELECT name, rows, min_block_number, max_block_number, level FROM system.parts WHERE database = 'shop' AND active;
-- all_1_2_2	2	1	2	2
SELECT sum(rows) FROM system.parts WHERE database = 'shop' AND active = 1;
-- 2
SELECT database, name FROM system.databases WHERE name = 'shop' SETTINGS final = 0;
-- shop	shop
