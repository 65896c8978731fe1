-- DESCRIBE of a table is ClickHouse's with SETTINGS behind it, and Spark's without.

CREATE TABLE t (k Int64, v String DEFAULT 'x' COMMENT 'text' CODEC(ZSTD(3)), m Int64 MATERIALIZED k + 1, al Int64 ALIAS k * 2, e Int64 EPHEMERAL 5, n Nullable(Float64), at DateTime TTL at + INTERVAL 1 DAY, pairs Array(Tuple(a Int64, b String))) ENGINE = MergeTree ORDER BY k;
DESCRIBE TABLE t SETTINGS max_threads = 1;
-- al	Int64	ALIAS	k * 2	''	''	''
-- at	DateTime	''	''	''	''	at + toIntervalDay(1)
-- e	Int64	EPHEMERAL	5	''	''	''
-- k	Int64	''	''	''	''	''
-- m	Int64	MATERIALIZED	k + 1	''	''	''
-- n	Nullable(Float64)	''	''	''	''	''
-- pairs	Array(Tuple(\n    a Int64,\n    b String))	''	''	''	''	''
-- v	String	DEFAULT	'x'	text	ZSTD(3)	''
DESC t SETTINGS max_threads = 1;
-- al	Int64	ALIAS	k * 2	''	''	''
-- at	DateTime	''	''	''	''	at + toIntervalDay(1)
-- e	Int64	EPHEMERAL	5	''	''	''
-- k	Int64	''	''	''	''	''
-- m	Int64	MATERIALIZED	k + 1	''	''	''
-- n	Nullable(Float64)	''	''	''	''	''
-- pairs	Array(Tuple(\n    a Int64,\n    b String))	''	''	''	''	''
-- v	String	DEFAULT	'x'	text	ZSTD(3)	''
CREATE VIEW v (m UInt32 COMMENT 'of t', k String) AS SELECT k, m FROM t;
DESCRIBE TABLE v SETTINGS max_threads = 1;
-- k	String	''	''	''	''	''
-- m	UInt32	''	''	of t	''	''
CREATE MATERIALIZED VIEW mv ENGINE = MergeTree ORDER BY k AS SELECT k, count() AS c FROM t GROUP BY k;
DESCRIBE shop.mv SETTINGS max_threads = 1;
-- c	UInt64	''	''	''	''	''
-- k	Int64	''	''	''	''	''
DESCRIBE TABLE system.one SETTINGS max_threads = 1;
-- dummy	UInt8	''	''	''	''	''
DESCRIBE gone SETTINGS max_threads = 1;
-- error UNKNOWN_TABLE
DESCRIBE (SELECT pairs, k, [pairs] AS nested, count() AS n FROM t GROUP BY ALL);
-- k	Int64	''	''	''	''	''
-- n	UInt64	''	''	''	''	''
-- nested	Array(Array(Tuple(\n    a Int64,\n    b String)))	''	''	''	''	''
-- pairs	Array(Tuple(\n    a Int64,\n    b String))	''	''	''	''	''
DESCRIBE TABLE t SETTINGS describe_compact_output = 1;
-- al	Int64
-- at	DateTime
-- e	Int64
-- k	Int64
-- m	Int64
-- n	Nullable(Float64)
-- pairs	Array(Tuple(\n    a Int64,\n    b String))
-- v	String
-- differs: only the default is taken, docs/settings.md#refused
-- error NOT_IMPLEMENTED
