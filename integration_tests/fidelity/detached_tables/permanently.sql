-- PERMANENTLY tells that no restart brings the table back; ATTACH does all the same.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);
DETACH TABLE t PERMANENTLY;
SELECT `table`, is_permanently FROM system.detached_tables WHERE database = 'shop';
-- t	1
CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
-- error TABLE_ALREADY_EXISTS
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
DROP TABLE t SYNC;
-- error UNKNOWN_TABLE
ATTACH TABLE t;
DETACH TABLE t PERMANENTLY SYNC;
ATTACH TABLE IF NOT EXISTS shop.t;
DETACH TABLE shop.t SYNC;
ATTACH TABLE t;
DETACH TABLE t NO DELAY;
ATTACH TABLE t;
DETACH TABLE t SYNC PERMANENTLY;
-- error SYNTAX_ERROR
SELECT k FROM t;
-- 1
DETACH TABLE t FORMAT Null;
ATTACH TABLE t FORMAT Null;
SELECT count() FROM t;
-- 1
