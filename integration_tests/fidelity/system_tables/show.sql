-- SHOW in the forms that only ClickHouse has.

CREATE TABLE t (k UInt64, v String, d Date COMMENT 'day', n Nullable(Int32) DEFAULT 5, INDEX i v TYPE minmax GRANULARITY 2, INDEX j (k, d) TYPE set(100)) ENGINE = ReplacingMergeTree ORDER BY (k, d) PRIMARY KEY k;
CREATE TABLE u (a UInt8, b String) ENGINE = MergeTree ORDER BY (b, a);
CREATE TABLE w (a UInt8) ENGINE = MergeTree ORDER BY tuple();
CREATE VIEW seen AS SELECT k FROM t;
SHOW FULL TABLES;
-- seen	View
-- t	ReplacingMergeTree
-- u	MergeTree
-- w	MergeTree
SHOW FULL TABLES FROM shop LIKE 't%';
-- t	ReplacingMergeTree
SHOW TABLES NOT LIKE 't%';
-- seen
-- u
-- w
SHOW TABLES ILIKE 'T%';
-- t
SHOW TABLES WHERE name IN ('t', 'w') LIMIT 1;
-- t
SHOW FULL TABLES FROM nowhere;
-- error UNKNOWN_DATABASE
SHOW DATABASES ILIKE 'SH%';
-- shop
SHOW DATABASES LIKE 'sh%' LIMIT 1;
-- shop
SHOW FIELDS FROM t;
-- d	Date	NO	SOR	\N	''
-- k	UInt64	NO	PRI SOR	\N	''
-- n	Nullable(Int32)	YES	''	5	''
-- v	String	NO	''	\N	''
SHOW FULL COLUMNS FROM t FROM shop;
-- d	Date	NO	SOR	\N	''	\N	day	''
-- k	UInt64	NO	PRI SOR	\N	''	\N	''	''
-- n	Nullable(Int32)	YES	''	5	''	\N	''	''
-- v	String	NO	''	\N	''	\N	''	''
SHOW COLUMNS FROM t LIKE 'k%';
-- k	UInt64	NO	PRI SOR	\N	''
SHOW COLUMNS FROM shop.t NOT ILIKE 'K%' LIMIT 2;
-- d	Date	NO	SOR	\N	''
-- n	Nullable(Int32)	YES	''	5	''
SHOW COLUMNS FROM t WHERE key LIKE '%PRI%';
-- k	UInt64	NO	PRI SOR	\N	''
SHOW FULL COLUMNS FROM missing;
-- (no rows)
SHOW INDEX FROM t;
-- t	1	PRIMARY	1	k	A	0	\N	\N	\N	PRIMARY	''	''	YES	''
-- t	1	i	1	''	\N	0	\N	\N	\N	MINMAX	''	''	YES	v
-- t	1	j	1	''	\N	0	\N	\N	\N	SET	''	''	YES	k, d
SHOW INDEXES FROM t WHERE key_name = 'j';
-- t	1	j	1	''	\N	0	\N	\N	\N	SET	''	''	YES	k, d
SHOW KEYS IN u;
-- u	1	PRIMARY	1	b	A	0	\N	\N	\N	PRIMARY	''	''	YES	''
-- u	1	PRIMARY	2	a	A	0	\N	\N	\N	PRIMARY	''	''	YES	''
SHOW INDEX FROM w;
-- w	1	PRIMARY	1	''	A	0	\N	\N	\N	PRIMARY	''	''	YES	''
SHOW INDEX FROM missing;
-- (no rows)
SHOW SETTINGS ILIKE '%optimize_on_insert%';
-- optimize_on_insert	Bool	1
SHOW SETTING final;
-- 0
SHOW MERGES;
-- (no rows)
SHOW CREATE DATABASE shop;
-- CREATE DATABASE shop\nENGINE = Atomic
SHOW CREATE DATABASE nowhere;
-- error UNKNOWN_DATABASE
SHOW TABLE w;
-- CREATE TABLE shop.w\n(\n    `a` UInt8\n)\nENGINE = MergeTree\nORDER BY tuple()\nSETTINGS index_granularity = 8192
SHOW CREATE VIEW t;
-- error BAD_ARGUMENTS
SHOW TABLES NOT 'a';
-- error SYNTAX_ERROR
SET dialect = 'clickhouse';
SHOW TABLES;
-- seen
-- t
-- u
-- w
SHOW COLUMNS FROM u;
-- a	UInt8	NO	PRI SOR	\N	''
-- b	String	NO	PRI SOR	\N	''
SHOW DATABASES LIKE 'sh%';
-- shop
