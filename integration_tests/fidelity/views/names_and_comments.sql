-- Views are renamed and get comments as tables do, and keep ClickHouse's query.

CREATE TABLE t (a UInt8, b String) ENGINE = ReplacingMergeTree ORDER BY a;
INSERT INTO t VALUES (1, 'x'), (2, 'y');
CREATE VIEW plain AS SELECT a FROM t WHERE b = 'x' COMMENT 'it''s';
CREATE VIEW typed (b String, a UInt16 COMMENT 'first') AS SELECT a, b FROM t FINAL COMMENT 'of both';
SELECT name, comment, as_select FROM system.tables WHERE database = 'shop' AND engine = 'View' ORDER BY name;
-- plain	it's	SELECT a FROM shop.t WHERE b = 'x'
-- typed	of both	SELECT a, b FROM shop.t FINAL
SELECT name, type, comment FROM system.columns WHERE database = 'shop' AND table = 'typed' ORDER BY position;
-- b	String	''
-- a	UInt16	first
ALTER TABLE plain MODIFY COMMENT 'seen';
SELECT comment FROM system.tables WHERE database = 'shop' AND name = 'plain';
-- seen
ALTER TABLE plain MODIFY COMMENT '';
SELECT comment FROM system.tables WHERE database = 'shop' AND name = 'plain';
-- ''
RENAME TABLE plain TO renamed;
SELECT a FROM renamed;
-- 1
EXISTS VIEW plain;
-- 0
RENAME TABLE renamed TO t;
-- error TABLE_ALREADY_EXISTS
RENAME TABLE renamed TO plain, typed TO renamed, t TO u;
RENAME TABLE u TO t;
SELECT * FROM renamed ORDER BY a;
-- x	1
-- y	2
RENAME TABLE IF EXISTS gone TO there, plain TO gone;
SELECT a FROM gone;
-- 1
ALTER TABLE gone ADD COLUMN c UInt8;
-- error NOT_IMPLEMENTED
SELECT name, engine FROM system.tables WHERE database = 'shop' ORDER BY name;
-- gone	View
-- renamed	View
-- t	ReplacingMergeTree
CREATE TABLE of_view AS gone;
-- error INCORRECT_QUERY
CREATE TABLE of_view AS renamed ENGINE = MergeTree ORDER BY a;
SHOW CREATE TABLE of_view;
-- CREATE TABLE shop.of_view\n(\n    `b` String,\n    `a` UInt16 COMMENT 'first'\n)\nENGINE = MergeTree\nORDER BY a\nSETTINGS index_granularity = 8192\nCOMMENT 'of both'
