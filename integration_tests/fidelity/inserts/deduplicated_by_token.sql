-- The same INSERT again inserts nothing, if the table remembers its blocks.

CREATE TABLE t (k Int64, ver Int64) ENGINE = ReplacingMergeTree(ver) ORDER BY k
SETTINGS non_replicated_deduplication_window = 100;
INSERT INTO t SETTINGS insert_deduplication_token = 'load 17' VALUES (1, 1);
INSERT INTO t SETTINGS insert_deduplication_token = 'load 17' VALUES (1, 1);
SELECT count() FROM t;
-- 1
INSERT INTO t SETTINGS insert_deduplication_token = 'load 18' VALUES (1, 1);
SELECT count() FROM t;
-- 2
INSERT INTO t VALUES (2, 2);
INSERT INTO t VALUES (2, 2);
SELECT count() FROM t WHERE k = 2;
-- 1
INSERT INTO t SETTINGS deduplicate_insert = 'disable' VALUES (2, 2);
SELECT count() FROM t WHERE k = 2;
-- 2
