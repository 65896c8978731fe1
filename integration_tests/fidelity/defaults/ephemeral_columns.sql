-- An EPHEMERAL column is not stored: an INSERT may name it, and other columns are made of it.

CREATE TABLE t (k Int64, e String EPHEMERAL, n Int32 EPHEMERAL 7, d String DEFAULT upper(e), m Int32 MATERIALIZED n + 1) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t (k, e) VALUES (1, 'abc');
INSERT INTO t (k) VALUES (2);
INSERT INTO t (k, e, n, d) VALUES (3, 'abc', 4, 'given');
INSERT INTO t VALUES (4, 'x');
INSERT INTO t (k, e, n) SELECT number + 5, toString(number), number FROM numbers(2);
SELECT *, m FROM t ORDER BY k;
-- 1	ABC	8
-- 2	''	8
-- 3	given	5
-- 4	x	8
-- 5	0	1
-- 6	1	2
SELECT e FROM t;
-- error NO_SUCH_COLUMN_IN_TABLE
-- differs: an EPHEMERAL column is no column of a query, docs/differences.md#errors-and-answers
-- error UNKNOWN_IDENTIFIER
SELECT k FROM t WHERE n = 7;
-- error NO_SUCH_COLUMN_IN_TABLE
-- differs: an EPHEMERAL column is no column of a query, docs/differences.md#errors-and-answers
-- error UNKNOWN_IDENTIFIER
SELECT name, type, default_kind, default_expression, is_in_sorting_key FROM system.columns WHERE database = currentDatabase() AND table = 't' ORDER BY position;
-- k	Int64	''	''	1
-- e	String	EPHEMERAL	defaultValueOfTypeName('String')	0
-- n	Int32	EPHEMERAL	7	0
-- d	String	DEFAULT	upper(e)	0
-- m	Int32	MATERIALIZED	n + 1	0
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `e` String EPHEMERAL,\n    `n` Int32 EPHEMERAL 7,\n    `d` String DEFAULT upper(e),\n    `m` Int32 MATERIALIZED n + 1\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS index_granularity = 8192

-- No mutation sees it.
ALTER TABLE t UPDATE n = 4 WHERE 1;
-- error NO_SUCH_COLUMN_IN_TABLE

-- Columns that come later read old rows with its default.
ALTER TABLE t ADD COLUMN z Int32 EPHEMERAL 3;
ALTER TABLE t ADD COLUMN zz Int32 DEFAULT z + 1;
INSERT INTO t (k, z) VALUES (9, 10);
SELECT k, zz FROM t ORDER BY k;
-- 1	4
-- 2	4
-- 3	4
-- 4	4
-- 5	4
-- 6	4
-- 9	11
OPTIMIZE TABLE t FINAL;
SELECT k, zz FROM t ORDER BY k;
-- 1	4
-- 2	4
-- 3	4
-- 4	4
-- 5	4
-- 6	4
-- 9	11
ALTER TABLE t DROP COLUMN z;
-- error ILLEGAL_COLUMN
ALTER TABLE t MODIFY COLUMN z REMOVE EPHEMERAL;
-- error SYNTAX_ERROR
ALTER TABLE t MODIFY COLUMN z Int64 EPHEMERAL 9;
ALTER TABLE t RENAME COLUMN z TO y;
ALTER TABLE t COMMENT COLUMN y 'not stored';
INSERT INTO t (k) VALUES (10);
SELECT k, zz FROM t WHERE k = 10;
-- 10	10

-- A column that becomes EPHEMERAL is not there any more.
ALTER TABLE t MODIFY COLUMN d String EPHEMERAL 'gone';
SELECT * FROM t WHERE k = 1;
-- 1	4
SELECT d FROM t;
-- error NO_SUCH_COLUMN_IN_TABLE
-- differs: an EPHEMERAL column is no column of a query, docs/differences.md#errors-and-answers
-- error UNKNOWN_IDENTIFIER

-- NULL is a value as any other.
CREATE TABLE u (k Int64, e Nullable(Int64) EPHEMERAL 5 COMMENT 'c', d Int64 DEFAULT coalesce(e, -1)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO u (k, e) VALUES (2, NULL), (3, 4);
INSERT INTO u (k) VALUES (5);
SELECT * FROM u ORDER BY k;
-- 2	-1
-- 3	4
-- 5	5
CREATE TABLE v AS u;
INSERT INTO v (k, e) VALUES (1, 8);
SELECT * FROM v;
-- 1	8

-- Neither key, nor version, nor constraint.
CREATE TABLE w (k Int64, e String EPHEMERAL) ENGINE = ReplacingMergeTree ORDER BY e;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE w (k Int64, e Int64 EPHEMERAL) ENGINE = ReplacingMergeTree(e) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE w (k Int64, e Int64 EPHEMERAL, CONSTRAINT c CHECK e > 1) ENGINE = ReplacingMergeTree ORDER BY k;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE w (e Int64 EPHEMERAL) ENGINE = ReplacingMergeTree ORDER BY tuple();
-- error EMPTY_LIST_OF_COLUMNS_PASSED
CREATE TABLE w (k Int64, e EPHEMERAL) ENGINE = ReplacingMergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE w (k Int64, e Int64 EPHEMERAL 'abc') ENGINE = ReplacingMergeTree ORDER BY k;
-- error CANNOT_PARSE_TEXT
