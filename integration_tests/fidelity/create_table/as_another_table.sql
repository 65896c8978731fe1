-- CREATE TABLE … AS another table copies its columns and clauses, not its rows.

CREATE TABLE t (k Int64, v String DEFAULT 'd', ver UInt32) ENGINE = ReplacingMergeTree(ver) PARTITION BY k % 2 ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1);
CREATE TABLE u AS t;
CREATE TABLE m AS t ENGINE = MergeTree ORDER BY v;
SELECT count() FROM u FINAL;
-- 0
SELECT name, engine, sorting_key, partition_key FROM system.tables WHERE database = 'shop' ORDER BY name;
-- m	MergeTree	v	k % 2
-- t	ReplacingMergeTree	k	k % 2
-- u	ReplacingMergeTree	k	k % 2
INSERT INTO u (k) VALUES (5);
SELECT * FROM u;
-- 5	d	0
CREATE TABLE x AS no_such_table;
-- error CANNOT_GET_CREATE_TABLE_QUERY
