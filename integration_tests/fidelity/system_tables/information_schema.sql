-- The standard's tables about databases, tables and columns.

CREATE TABLE t (k UInt64, v String MATERIALIZED 'x', d Date COMMENT 'day', n Nullable(Int32) DEFAULT 5, p Decimal(10, 2), s DateTime64(3), l LowCardinality(String), a Array(String), f FixedString(3), b UInt8 ALIAS k) ENGINE = ReplacingMergeTree ORDER BY (k, d) PRIMARY KEY k COMMENT 'tab';
CREATE TABLE m (k UInt64) ENGINE = Memory;
CREATE VIEW seen AS SELECT k FROM t;
INSERT INTO t (k) VALUES (1), (2);
SELECT table_catalog, table_schema, table_name, table_type, table_rows, table_comment FROM information_schema.tables WHERE table_schema = 'shop' ORDER BY table_name;
-- shop	shop	m	FOREIGN TABLE	0	''
-- shop	shop	seen	VIEW	\N	''
-- shop	shop	t	BASE TABLE	2	tab
SELECT TABLE_NAME, ENGINE, version FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'shop' ORDER BY TABLE_NAME;
-- m	Memory	\N
-- seen	\N	\N
-- t	ReplacingMergeTree	\N
SELECT * FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 't' ORDER BY ordinal_position;
-- shop	shop	t	k	1	''	0	UInt64	\N	\N	64	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	UInt64	shop	shop	t	k	1	''	0	UInt64	\N	\N	64	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	UInt64	PRI	''	''	\N	PRI	''	''	\N
-- shop	shop	t	v	2	'x'	0	String	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	STORED GENERATED	''	String	shop	shop	t	v	2	'x'	0	String	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	STORED GENERATED	''	String	''	''	'x'	\N	''	''	'x'	\N
-- shop	shop	t	d	3	''	0	Date	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	day	Date	shop	shop	t	d	3	''	0	Date	\N	\N	\N	\N	\N	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	day	Date	''	''	''	\N	''	''	''	\N
-- shop	shop	t	n	4	5	1	Nullable(Int32)	\N	\N	32	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	DEFAULT_GENERATED	''	Nullable(Int32)	shop	shop	t	n	4	5	1	Nullable(Int32)	\N	\N	32	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	DEFAULT_GENERATED	''	Nullable(Int32)	''	''	''	\N	''	''	''	\N
-- shop	shop	t	p	5	''	0	Decimal(10, 2)	\N	\N	10	10	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	Decimal(10, 2)	shop	shop	t	p	5	''	0	Decimal(10, 2)	\N	\N	10	10	2	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	Decimal(10, 2)	''	''	''	\N	''	''	''	\N
-- shop	shop	t	s	6	''	0	DateTime64(3)	\N	\N	\N	\N	\N	3	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	DateTime64(3)	shop	shop	t	s	6	''	0	DateTime64(3)	\N	\N	\N	\N	\N	3	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	DateTime64(3)	''	''	''	\N	''	''	''	\N
-- shop	shop	t	l	7	''	0	LowCardinality(String)	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	LowCardinality(String)	shop	shop	t	l	7	''	0	LowCardinality(String)	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	LowCardinality(String)	''	''	''	\N	''	''	''	\N
-- shop	shop	t	a	8	''	0	Array(String)	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	Array(String)	shop	shop	t	a	8	''	0	Array(String)	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	Array(String)	''	''	''	\N	''	''	''	\N
-- shop	shop	t	f	9	''	0	FixedString(3)	3	3	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	FixedString(3)	shop	shop	t	f	9	''	0	FixedString(3)	3	3	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	''	''	FixedString(3)	''	''	''	\N	''	''	''	\N
-- shop	shop	t	b	10	k	0	UInt8	\N	\N	8	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	VIRTUAL GENERATED	''	UInt8	shop	shop	t	b	10	k	0	UInt8	\N	\N	8	2	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	VIRTUAL GENERATED	''	UInt8	''	''	k	\N	''	''	k	\N
SELECT c.column_name FROM information_schema.columns AS c JOIN information_schema.tables AS t ON c.table_name = t.table_name AND c.table_schema = t.table_schema WHERE t.engine = 'Memory' AND t.table_schema = 'shop';
-- k
SELECT table_name, check_option, is_updatable, is_insertable_into FROM information_schema.views WHERE table_schema = 'shop';
-- seen	NONE	NO	NO
SELECT * FROM information_schema.schemata WHERE schema_name = 'shop';
-- shop	shop	default	\N	\N	\N	\N	shop	shop	default	\N	\N	\N	\N	utf8mb4_0900_ai_ci	NO	utf8mb4_0900_ai_ci	NO
SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'shop';
-- def	shop	PRIMARY	def	shop	t	k	1	\N	\N	\N	\N	def	shop	PRIMARY	def	shop	t	k	1	\N	\N	\N	\N
SELECT * FROM information_schema.referential_constraints;
-- (no rows)
SELECT * FROM information_schema.statistics;
-- (no rows)
SELECT support FROM information_schema.engines WHERE engine IN ('MergeTree', 'Memory') ORDER BY engine;
-- YES
-- DEFAULT
SELECT count() FROM information_schema.nothing;
-- error UNKNOWN_TABLE
SELECT toTypeName(table_rows), toTypeName(create_time), toTypeName(table_name) FROM information_schema.tables WHERE table_schema = 'shop' LIMIT 1;
-- Nullable(UInt64)	Nullable(DateTime)	String
SELECT name, character_octet_length, numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision FROM system.columns WHERE database = 'shop' AND table = 't' ORDER BY position;
-- k	\N	64	2	0	\N
-- v	\N	\N	\N	\N	\N
-- d	\N	\N	\N	\N	0
-- n	\N	32	2	0	\N
-- p	\N	10	10	2	\N
-- s	\N	\N	\N	\N	3
-- l	\N	\N	\N	\N	\N
-- a	\N	\N	\N	\N	\N
-- f	3	\N	\N	\N	\N
-- b	\N	8	2	0	\N
SELECT name FROM system.columns WHERE database = 'shop' AND table = 't' AND is_in_primary_key;
-- k
SELECT if(active, 'read', 'replaced'), toTypeName(active) FROM system.parts WHERE database = 'shop' AND table = 't';
-- read	UInt8
