-- A mutation of one partition.

CREATE TABLE t (k Int64, g UInt8, v String) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k;
INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'a');
SET mutations_sync = 1;
ALTER TABLE t UPDATE v = 'b' IN PARTITION 1 WHERE true;
SELECT * FROM t ORDER BY k;
-- 1	1	b
-- 2	2	a
ALTER TABLE t DELETE IN PARTITION ID '2' WHERE v = 'a';
SELECT * FROM t ORDER BY k;
-- 1	1	b
