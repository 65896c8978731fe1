-- ReplacingMergeTree(is_deleted) has a version column called is_deleted, and deletes nothing.

CREATE TABLE t (k Int64, v String, is_deleted UInt8)
ENGINE = ReplacingMergeTree(is_deleted) ORDER BY k;
INSERT INTO t VALUES (1, 'gone?', 1);
INSERT INTO t VALUES (1, 'live', 0);

SELECT * FROM t FINAL;
-- 1	gone?	1
