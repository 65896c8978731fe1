-- Statements about a table with ENGINE = Merge, and what CREATE refuses.

CREATE TABLE t1 (k UInt64, v Int64, s String) ENGINE = ReplacingMergeTree ORDER BY k SAMPLE BY k;
CREATE TABLE t2 (k UInt64, v Int64) ENGINE = MergeTree ORDER BY k SAMPLE BY k;
CREATE TABLE t3 (k UInt64, v Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t1 VALUES (1, 1, 'a'), (2, 1, 'b');
INSERT INTO t1 VALUES (1, 2, 'c');
INSERT INTO t2 VALUES (1, -5), (1, 7);
CREATE TABLE m (k UInt64, v Int64) ENGINE = Merge(currentDatabase(), '^t[12]$');
INSERT INTO m VALUES (1, 2);
-- error NOT_IMPLEMENTED
INSERT INTO m SELECT 1, 2;
-- error NOT_IMPLEMENTED
INSERT INTO m SELECT 1, 2 WHERE 0;
-- error NOT_IMPLEMENTED
OPTIMIZE TABLE m;
-- error NOT_IMPLEMENTED
TRUNCATE TABLE m;
-- error NOT_IMPLEMENTED
CHECK TABLE m;
-- error NOT_IMPLEMENTED
SELECT * FROM m PREWHERE v = 1 ORDER BY ALL;
-- 1	1
-- 2	1
SELECT * FROM m FINAL PREWHERE v = 1 ORDER BY ALL;
-- 1	1
-- 2	1
-- differs: refused by name, docs/sql.md#tables-that-show-the-rows-of-others
-- error NOT_IMPLEMENTED
SELECT count() FROM m SAMPLE 1/2;
-- 5
SELECT count() FROM m FINAL SAMPLE 1/2;
-- 4
CREATE TABLE ms (k UInt64) ENGINE = Merge(currentDatabase(), '^t[123]$');
SELECT * FROM ms SAMPLE 1/2;
-- error SAMPLING_NOT_SUPPORTED
ALTER TABLE m ADD COLUMN s String;
SELECT * FROM m ORDER BY ALL;
-- 1	-5	''
-- 1	1	a
-- 1	2	c
-- 1	7	''
-- 2	1	b
ALTER TABLE m DROP COLUMN s;
ALTER TABLE m MODIFY COLUMN v UInt8;
SELECT * FROM m ORDER BY ALL;
-- 1	1
-- 1	2
-- 1	7
-- 1	251
-- 2	1
ALTER TABLE m MODIFY COLUMN v Int64;
ALTER TABLE m RENAME COLUMN v TO w;
-- error NOT_IMPLEMENTED
ALTER TABLE m COMMENT COLUMN v 'x';
ALTER TABLE m MODIFY COMMENT 'x';
ALTER TABLE m DELETE WHERE k = 1;
-- error NOT_IMPLEMENTED
ALTER TABLE m UPDATE v = 1 WHERE k = 1;
-- error NOT_IMPLEMENTED
DELETE FROM m WHERE k = 1;
-- error BAD_ARGUMENTS
ALTER TABLE m DROP PARTITION tuple();
-- error NOT_IMPLEMENTED
ALTER TABLE m FREEZE;
-- error NOT_IMPLEMENTED
ALTER TABLE m MODIFY SETTING x = 1;
-- error NOT_IMPLEMENTED
ALTER TABLE m ADD INDEX i v TYPE minmax;
-- error NOT_IMPLEMENTED
ALTER TABLE m MODIFY TTL v;
-- error BAD_ARGUMENTS
ALTER TABLE m MODIFY ORDER BY k;
-- error NOT_IMPLEMENTED
ALTER TABLE m ADD CONSTRAINT c CHECK k > 0;
-- error NOT_IMPLEMENTED
ALTER TABLE m MODIFY COLUMN v DEFAULT 5;
SELECT engine, engine_full = concat('Merge(\'', currentDatabase(), '\', \'^t[12]$\')'), comment, has_own_data, sorting_key, length(data_paths) FROM system.tables WHERE database = currentDatabase() AND name = 'm';
-- Merge	1	x	0	''	0
CREATE TABLE copy AS m;
SELECT count() FROM copy;
-- 5
DETACH TABLE m;
ATTACH TABLE m;
SELECT count() FROM m;
-- 5
CREATE TABLE other (k UInt64) ENGINE = Merge(currentDatabase(), '^t2$');
EXCHANGE TABLES m AND other;
SELECT * FROM m ORDER BY ALL;
-- 1
-- 1
RENAME TABLE other TO other2;
SELECT * FROM other2 ORDER BY ALL;
-- 1	-5
-- 1	1
-- 1	2
-- 1	7
-- 2	1
CREATE OR REPLACE TABLE m (k UInt64) ENGINE = Merge(currentDatabase(), '^t2$');
SELECT count() FROM m;
-- 2
CREATE VIEW v AS SELECT k FROM m;
INSERT INTO t2 VALUES (3, 3);
SELECT count() FROM v;
-- 3
CREATE TABLE target (k UInt64) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW mv TO target AS SELECT k FROM m;
INSERT INTO t2 VALUES (4, 4);
SELECT count() FROM target;
-- 0
CREATE MATERIALIZED VIEW into_m TO m AS SELECT k FROM t3;
INSERT INTO t3 VALUES (1, 1);
-- error NOT_IMPLEMENTED
DROP VIEW into_m;
DROP TABLE m;
SELECT count() FROM t2;
-- 4
CREATE TABLE bad (k UInt64) ENGINE = Merge(d);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE bad (k UInt64) ENGINE = Merge;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE bad (k UInt64) ENGINE = Merge(d, '^t', 'x', 'y');
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE bad (k UInt64) ENGINE = Merge(d, '(');
-- error CANNOT_COMPILE_REGEXP
CREATE TABLE bad (k UInt64) ENGINE = Merge(REGEXP('('), 't');
-- error CANNOT_COMPILE_REGEXP
CREATE TABLE bad (k UInt64) ENGINE = Merge(REGEXP(d), 't');
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64) ENGINE = Merge(d, 5);
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64) ENGINE = Merge(d, '^t') ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64) ENGINE = Merge(d, '^t') SETTINGS index_granularity = 3;
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64, INDEX i k TYPE minmax) ENGINE = Merge(d, '^t');
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64 TTL now()) ENGINE = Merge(d, '^t');
-- error BAD_ARGUMENTS
CREATE TABLE bad ENGINE = Merge(d, '^t') AS SELECT 1;
-- error NOT_IMPLEMENTED
CREATE TABLE nodb (k UInt64) ENGINE = Merge(nosuchdatabase, '^t');
SELECT * FROM nodb;
-- error UNKNOWN_DATABASE
