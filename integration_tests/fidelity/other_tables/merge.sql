-- ENGINE = Merge: the rows of all tables whose names match, when the query is read.

CREATE TABLE t1 (k UInt32, v UInt32, s String) ENGINE = ReplacingMergeTree(v) ORDER BY k;
CREATE TABLE t2 (k UInt64, v Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t1 VALUES (1, 1, 'a'), (2, 1, 'b');
INSERT INTO t1 VALUES (1, 2, 'c');
INSERT INTO t2 VALUES (1, -5), (1, 7);
CREATE TABLE m (k UInt64, v Int64) ENGINE = Merge(currentDatabase(), '^t[0-9]');
SELECT * FROM m ORDER BY ALL;
-- 1	-5
-- 1	1
-- 1	2
-- 1	7
-- 2	1
SELECT *, _table FROM m ORDER BY ALL;
-- 1	-5	t2
-- 1	1	t1
-- 1	2	t1
-- 1	7	t2
-- 2	1	t1
SELECT * FROM m FINAL ORDER BY ALL;
-- 1	-5
-- 1	2
-- 1	7
-- 2	1
SELECT * FROM m ORDER BY ALL SETTINGS final = 1;
-- 1	-5
-- 1	2
-- 1	7
-- 2	1
SELECT k, count() FROM m GROUP BY k ORDER BY k;
-- 1	4
-- 2	1
SELECT count(), max(v), min(k) FROM m;
-- 5	7	1
SELECT * FROM m WHERE _table = 't1' ORDER BY ALL;
-- 1	1
-- 1	2
-- 2	1
SELECT s FROM m;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE m2 ENGINE = Merge(currentDatabase(), '^t[0-9]');
SELECT * FROM m2 ORDER BY ALL;
-- 1	-5	''
-- 1	1	a
-- 1	2	c
-- 1	7	''
-- 2	1	b
SELECT * FROM m2 FINAL ORDER BY ALL;
-- 1	-5	''
-- 1	2	c
-- 1	7	''
-- 2	1	b
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'm2' ORDER BY position;
-- k	UInt64
-- v	Int64
-- s	String
SELECT toTypeName(k), toTypeName(v), toTypeName(s), toTypeName(_table) FROM m2 LIMIT 1;
-- UInt64	Int64	String	LowCardinality(String)
CREATE TABLE t3 (k Int8, extra String) ENGINE = Memory;
INSERT INTO t3 VALUES (9, 'x');
SELECT * FROM m2 ORDER BY ALL;
-- 1	-5	''
-- 1	1	a
-- 1	2	c
-- 1	7	''
-- 2	1	b
-- 9	0	''
DROP TABLE t2;
SELECT *, _table FROM m2 ORDER BY ALL;
-- 1	1	a	t1
-- 1	2	c	t1
-- 2	1	b	t1
-- 9	0	''	t3
CREATE VIEW t4 AS SELECT 77 AS k, 78 AS v;
SELECT *, _table FROM m WHERE k > 5 ORDER BY ALL;
-- 9	0	t3
-- 77	78	t4
DROP TABLE t3;
DROP VIEW t4;
CREATE TABLE over (k UInt64) ENGINE = Merge(currentDatabase(), '^m$|^over');
SELECT *, _table FROM over ORDER BY ALL;
-- 1	t1
-- 1	t1
-- 2	t1
CREATE TABLE none (k UInt64) ENGINE = Merge(currentDatabase(), '^nothing');
SELECT * FROM none;
-- (no rows)
SELECT count() FROM none;
-- 0
CREATE TABLE none2 ENGINE = Merge(currentDatabase(), '^nothing');
-- error CANNOT_EXTRACT_TABLE_STRUCTURE
CREATE TABLE self ENGINE = Merge(currentDatabase(), '^self');
-- error CANNOT_EXTRACT_TABLE_STRUCTURE
CREATE TABLE o1 (k UInt64) ENGINE = Merge(currentDatabase(), '^o2');
CREATE TABLE o2 (k UInt64) ENGINE = Merge(currentDatabase(), '^o1');
SELECT * FROM o1;
-- error TOO_DEEP_RECURSION
DROP TABLE o1;
SELECT * FROM o2;
-- (no rows)
CREATE TABLE w (k UInt64 DEFAULT 5, j UInt8 MATERIALIZED 4, z UInt64 ALIAS k + 1, zz String) ENGINE = Merge(currentDatabase(), '^t1$');
SELECT *, j, z FROM w ORDER BY ALL;
-- 1	''	0	2
-- 1	''	0	2
-- 2	''	0	3
CREATE TABLE x (nope UInt64) ENGINE = Merge(currentDatabase(), '^t1$');
SELECT * FROM x;
-- 0
-- 0
-- 0
CREATE TABLE y (k String, v UInt8) ENGINE = Merge(currentDatabase(), '^t1$');
SELECT * FROM y ORDER BY ALL;
-- 1	1
-- 1	2
-- 2	1
CREATE TABLE e1 (a Enum8('x' = 1), n Nullable(Int8), z DateTime('UTC'), l Array(UInt8)) ENGINE = Memory;
CREATE TABLE e2 (a String, n Int8, z Date, l Array(Int16)) ENGINE = Memory;
INSERT INTO e1 VALUES ('x', NULL, '2020-01-01 01:02:03', [1]);
INSERT INTO e2 VALUES ('y', 4, '2020-01-05', [-1]);
CREATE TABLE me ENGINE = Merge(currentDatabase(), '^e[12]$');
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'me' ORDER BY position;
-- a	String
-- n	Nullable(Int8)
-- z	DateTime('UTC')
-- l	Array(Int16)
SELECT * FROM me ORDER BY ALL;
-- x	\N	2020-01-01 01:02:03	[1]
-- y	4	2020-01-05 00:00:00	[-1]
CREATE TABLE me2 (a Enum8('x' = 1), n Int8) ENGINE = Merge(currentDatabase(), '^e[12]$');
SELECT n FROM me2;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT a FROM me2;
-- error UNKNOWN_ELEMENT_OF_ENUM
CREATE TABLE me3 (a Array(Int8)) ENGINE = Merge(currentDatabase(), '^e2$');
CREATE TABLE c1 (`_table` String, k UInt64) ENGINE = Merge(currentDatabase(), '^t1$');
SELECT * FROM c1 ORDER BY ALL;
-- t1	1
-- t1	1
-- t1	2
