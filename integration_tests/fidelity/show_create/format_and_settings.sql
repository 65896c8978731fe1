-- FORMAT and SETTINGS at the end of statements that have no clauses.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);
SHOW CREATE TABLE t SETTINGS max_threads = 1;
-- CREATE TABLE shop.t\n(\n    `k` Int64\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
SHOW CREATE TABLE t FORMAT Nonsense;
-- error UNKNOWN_FORMAT
EXISTS TABLE t SETTINGS max_threads = 1;
-- 1
EXISTS TABLE t SETTINGS nonsense = 1;
-- error UNKNOWN_SETTING
TRUNCATE TABLE t SETTINGS max_threads = 1;
SELECT count() FROM t;
-- 0
RENAME TABLE t TO u SETTINGS max_threads = 1;
DROP TABLE u SYNC SETTINGS max_threads = 1;
EXISTS TABLE u;
-- 0
