-- Replicated engines, with their paths or without, and ON CLUSTER are read.

CREATE TABLE t (k Int64, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k COMMENT 'c';
INSERT INTO t VALUES (1, 1), (1, 2);
SELECT * FROM t;
-- 1	2
SELECT comment FROM system.tables WHERE database = 'shop';
-- c
