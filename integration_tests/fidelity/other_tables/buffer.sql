-- ENGINE = Buffer: what is inserted is in the table behind it; OPTIMIZE makes that so in ClickHouse.

CREATE TABLE t (k UInt64, v Int64 DEFAULT 3, s String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE b (k UInt64, v Int64, s String) ENGINE = Buffer(currentDatabase(), t, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
INSERT INTO b VALUES (1, 1, 'a');
SELECT * FROM b;
-- 1	1	a
OPTIMIZE TABLE b;
SELECT * FROM t;
-- 1	1	a
SELECT * FROM b;
-- 1	1	a
SELECT * FROM b FINAL;
-- 1	1	a
INSERT INTO b SELECT number, number, 'n' FROM numbers(3);
OPTIMIZE TABLE b;
SELECT * FROM b ORDER BY ALL;
-- 0	0	n
-- 1	1	a
-- 1	1	n
-- 2	2	n
SELECT * FROM b FINAL ORDER BY ALL;
-- 0	0	n
-- 1	1	n
-- 2	2	n
SELECT * FROM b PREWHERE v = 1 ORDER BY ALL;
-- 1	1	a
-- 1	1	n
SELECT * FROM b SAMPLE 1/2;
-- error SAMPLING_NOT_SUPPORTED
SELECT count(), max(k) FROM b;
-- 4	2
CREATE TABLE b2 AS t ENGINE = Buffer(currentDatabase(), t, 16, 10, 100, 10000, 1000000, 10000000, 100000000, 5, 50, 500);
CREATE TABLE b3 ENGINE = Buffer(currentDatabase(), t, 16, 10, 100, 10000, 1000000, 10000000, 100000000);
SELECT name, type, default_kind, default_expression FROM system.columns WHERE database = currentDatabase() AND table = 'b3' ORDER BY position;
-- k	UInt64	''	''
-- v	Int64	DEFAULT	3
-- s	String	''	''
CREATE TABLE b4 (k UInt64) ENGINE = Buffer('', '', 1, 10, 100, 10000, 1000000, 10000000, 100000000);
-- differs: refused by name, docs/sql.md#tables-that-show-the-rows-of-others
-- error NOT_IMPLEMENTED
CREATE TABLE b5 (k UInt64) ENGINE = Buffer(currentDatabase(), missing, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
SELECT * FROM b5;
-- (no rows)
INSERT INTO b5 VALUES (1);
-- differs: ClickHouse discards the rows later, docs/sql.md#tables-that-show-the-rows-of-others
-- error UNKNOWN_TABLE
CREATE TABLE b8 (k UInt64) ENGINE = Buffer(currentDatabase(), b8, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
INSERT INTO b8 VALUES (1);
-- error INFINITE_LOOP
SELECT * FROM b8;
-- error INFINITE_LOOP
CREATE TABLE b9 (k Int8, zz String) ENGINE = Buffer(currentDatabase(), t, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
INSERT INTO b9 VALUES (5, 'zz');
OPTIMIZE TABLE b9;
SELECT * FROM t WHERE k = 5;
-- 5	3	''
SELECT * FROM b9 FINAL ORDER BY ALL;
-- 0	''
-- 1	''
-- 2	''
-- 5	''
SELECT engine, has_own_data, length(data_paths) FROM system.tables WHERE database = currentDatabase() AND name = 'b';
-- Buffer	0	0
TRUNCATE TABLE b;
-- error NOT_IMPLEMENTED
ALTER TABLE b ADD COLUMN z UInt8;
INSERT INTO b VALUES (7, 7, 'g', 7);
OPTIMIZE TABLE b;
SELECT * FROM b WHERE k = 7;
-- 7	7	g	0
ALTER TABLE b DROP COLUMN z;
ALTER TABLE b MODIFY COLUMN v Int32;
ALTER TABLE b COMMENT COLUMN v 'x';
ALTER TABLE b MODIFY COMMENT 'x';
ALTER TABLE b RENAME COLUMN v TO w;
-- error NOT_IMPLEMENTED
ALTER TABLE b DELETE WHERE k = 1;
-- error NOT_IMPLEMENTED
DELETE FROM b WHERE k = 1;
-- error BAD_ARGUMENTS
ALTER TABLE b DROP PARTITION tuple();
-- error NOT_IMPLEMENTED
ALTER TABLE b MODIFY SETTING x = 1;
-- error NOT_IMPLEMENTED
ALTER TABLE b MODIFY TTL v;
-- error BAD_ARGUMENTS
CHECK TABLE b;
-- error NOT_IMPLEMENTED
OPTIMIZE TABLE b FINAL;
-- error NOT_IMPLEMENTED
OPTIMIZE TABLE b PARTITION tuple();
-- error NOT_IMPLEMENTED
OPTIMIZE TABLE b DEDUPLICATE;
-- error NOT_IMPLEMENTED
CREATE TABLE log1 (k UInt64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE log2 (k UInt64) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW mb TO log1 AS SELECT k FROM b;
CREATE MATERIALIZED VIEW mt TO log2 AS SELECT k FROM t;
INSERT INTO b (k) VALUES (100);
OPTIMIZE TABLE b;
SELECT * FROM log1;
-- 100
SELECT * FROM log2;
-- 100
SELECT * FROM t WHERE k = 100;
-- 100	0	''
INSERT INTO b SELECT 200, 2;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
INSERT INTO b (k, nope) VALUES (1, 2);
-- error NO_SUCH_COLUMN_IN_TABLE
DETACH TABLE b;
ATTACH TABLE b;
SELECT count() FROM b FINAL;
-- 6
CREATE TABLE bm (k UInt64, v Int64 MATERIALIZED 9, s String ALIAS 'q') ENGINE = Buffer(currentDatabase(), t, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
INSERT INTO bm VALUES (300);
OPTIMIZE TABLE bm;
SELECT * FROM t WHERE k = 300;
-- 300	9	''
SELECT *, v, s FROM bm WHERE k = 300;
-- 300	9	q
CREATE TABLE bd (k UInt64, v Int64 DEFAULT 9) ENGINE = Buffer(currentDatabase(), t, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
INSERT INTO bd (k) VALUES (301);
OPTIMIZE TABLE bd;
SELECT * FROM t WHERE k = 301;
-- 301	9	''
CREATE TABLE plain (k UInt64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE bp (k UInt64) ENGINE = Buffer(currentDatabase(), plain, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
SELECT * FROM bp FINAL;
-- (no rows)
CREATE TABLE bad (k UInt64) ENGINE = Buffer(d, t, 1, 10, 100, 10000, 1000000, 10000000);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE bad (k UInt64) ENGINE = Buffer(d, t);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE bad (k UInt64) ENGINE = Buffer;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE bad (k UInt64) ENGINE = Buffer(d, t, 1, 10, 100, 10000, 1000000, 10000000, 'x');
-- error CANNOT_CONVERT_TYPE
CREATE TABLE bad (k UInt64) ENGINE = Buffer(d, t, 1, 10, 100, 10000, 1000000, 10000000, -1);
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64) ENGINE = Buffer(d, t, 0, 10, 100, 10000, 1000000, 10000000, 100000000);
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64) ENGINE = Buffer(d, t, 1, 10, 100, 10000, 1000000, 10000000, 100000000) ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt64, INDEX i k TYPE minmax) ENGINE = Buffer(d, t, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
-- error BAD_ARGUMENTS
CREATE TABLE l1 (k UInt64) ENGINE = Buffer(currentDatabase(), l2, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
CREATE TABLE l2 (k UInt64) ENGINE = Buffer(currentDatabase(), l1, 1, 10, 100, 10000, 1000000, 10000000, 100000000);
-- error INFINITE_LOOP
CREATE TABLE over (k UInt64) ENGINE = Merge(currentDatabase(), '^(plain|bp)$');
INSERT INTO bp SELECT number FROM numbers(1000);
OPTIMIZE TABLE bp;
SELECT _table, count() FROM over GROUP BY _table;
-- plain	2000
DROP TABLE b;
SELECT count() FROM t FINAL;
-- 8
