-- Data skipping indexes come and go; what they leave out is never a row that is asked for.

CREATE TABLE t (k Int32, v String, w Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 5), (2, 'b', 6);

ALTER TABLE t ADD INDEX i w TYPE minmax GRANULARITY 4;
INSERT INTO t VALUES (3, 'c', 7), (4, 'd', 8);
SELECT k FROM t FINAL WHERE w > 5 ORDER BY k;
-- 2
-- 3
-- 4
SELECT min(w), max(w) FROM t;
-- 5	8
ALTER TABLE t ADD INDEX i w TYPE minmax;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX IF NOT EXISTS i v TYPE minmax;
ALTER TABLE t ADD INDEX j nope TYPE minmax;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t ADD INDEX j v TYPE bloom_filter FIRST, ADD INDEX l v TYPE set(100) GRANULARITY 2 AFTER j;
ALTER TABLE t ADD INDEX m v TYPE set(100) AFTER nope;
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX m v TYPE nonsense;
-- error INCORRECT_QUERY
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int32,\n    `v` String,\n    `w` Int32,\n    INDEX j v TYPE bloom_filter GRANULARITY 1,\n    INDEX l v TYPE set(100) GRANULARITY 2,\n    INDEX i w TYPE minmax GRANULARITY 4\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
INSERT INTO t VALUES (3, 'e', 9);
SELECT k FROM t FINAL WHERE v = 'c';
-- (no rows)
SELECT k FROM t FINAL WHERE v IN ('a', 'e') ORDER BY k;
-- 1
-- 3
ALTER TABLE t DROP INDEX nope;
-- error BAD_ARGUMENTS
ALTER TABLE t DROP INDEX IF EXISTS nope;
ALTER TABLE t DROP INDEX i, ADD INDEX i (w + 1) TYPE minmax;
ALTER TABLE t DROP INDEX j, DROP INDEX l;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int32,\n    `v` String,\n    `w` Int32,\n    INDEX i (w + 1) TYPE minmax GRANULARITY 1\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
SELECT k FROM t FINAL WHERE w = 9;
-- 3
OPTIMIZE TABLE t FINAL;
SELECT k, v, w FROM t ORDER BY k;
-- 1	a	5
-- 2	b	6
-- 3	e	9
-- 4	d	8
