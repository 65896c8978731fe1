-- What system.tables and system.columns say of a table.

CREATE TABLE t (k Int64 COMMENT 'key', g UInt8, v LowCardinality(String) DEFAULT 'x', m String MATERIALIZED upper(v), ver UInt32)
ENGINE = ReplacingMergeTree(ver) PARTITION BY g PRIMARY KEY k ORDER BY (k, g) SETTINGS index_granularity = 4096 COMMENT 'a table';
INSERT INTO t (k, g, ver) VALUES (1, 1, 1), (2, 2, 1);
SELECT name, engine, partition_key, sorting_key, primary_key, total_rows, comment FROM system.tables WHERE database = 'shop';
-- t	ReplacingMergeTree	g	k, g	k	2	a table
SELECT name, type, position, default_kind, default_expression, comment FROM system.columns WHERE database = 'shop' ORDER BY position;
-- k	Int64	1	''	''	key
-- g	UInt8	2	''	''	''
-- v	LowCardinality(String)	3	DEFAULT	'x'	''
-- m	String	4	MATERIALIZED	upper(v)	''
-- ver	UInt32	5	''	''	''
SELECT name, is_in_partition_key, is_in_sorting_key, is_in_primary_key FROM system.columns WHERE database = 'shop' ORDER BY position;
-- k	0	1	1
-- g	1	1	0
-- v	0	0	0
-- m	0	0	0
-- ver	0	0	0
SELECT engine_full FROM system.tables WHERE database = 'shop' AND name = 't';
-- ReplacingMergeTree(ver) PARTITION BY g PRIMARY KEY k ORDER BY (k, g) SETTINGS index_granularity = 4096
