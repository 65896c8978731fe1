-- A view may list its columns with types: the columns of its query by name, converted.

CREATE TABLE t (k UInt64, v Nullable(Int32), s String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 'ab'), (2, NULL, 'c'), (3, 5, 'ab');

CREATE VIEW numbers_as_texts (y String, z Int8) AS SELECT 1 AS z, k AS y FROM t FINAL;
SELECT y, z, toTypeName(y), toTypeName(z) FROM numbers_as_texts ORDER BY y;
-- 1	1	String	Int8
-- 2	1	String	Int8
-- 3	1	String	Int8

CREATE OR REPLACE VIEW numbers_as_texts (z Nullable(Float32) COMMENT 'a number', `y` LowCardinality(String)) AS WITH 5 AS z SELECT z, s AS y FROM t;
SELECT * FROM numbers_as_texts ORDER BY y;
-- 5	ab
-- 5	ab
-- 5	c
SELECT DISTINCT toTypeName(z), toTypeName(y) FROM numbers_as_texts;
-- Nullable(Float32)	LowCardinality(String)

CREATE VIEW of_a_union (y UInt64, z UInt8) AS SELECT 1 AS z, k AS y FROM t WHERE k > 1 UNION ALL SELECT 2, k FROM t;
SELECT z, y FROM of_a_union ORDER BY z, y;
-- 1	2
-- 1	3
-- 2	1
-- 2	2
-- 2	3
SELECT t.s, count() FROM of_a_union AS u JOIN t ON t.k = u.y GROUP BY t.s ORDER BY t.s;
-- ab	3
-- c	2

CREATE VIEW fewer_columns (s String) AS SELECT * FROM t;
SELECT * FROM fewer_columns ORDER BY s;
-- ab
-- ab
-- c

CREATE VIEW typed AS SELECT k, k > 1 AS c, CAST(s AS LowCardinality(String)) AS l, v FROM t;
SELECT name, type FROM system.columns WHERE `table` = 'typed' AND database = currentDatabase() ORDER BY position;
-- k	UInt64
-- c	UInt8
-- l	LowCardinality(String)
-- v	Nullable(Int32)
SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name;
-- fewer_columns	View
-- numbers_as_texts	View
-- of_a_union	View
-- t	ReplacingMergeTree
-- typed	View
