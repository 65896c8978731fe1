-- Between equal versions in two partitions the highest partition id wins, compared as text.

CREATE TABLE t (k Int64, v String, g UInt32) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k;
INSERT INTO t VALUES (1, 'g=9', 9);
INSERT INTO t VALUES (1, 'g=10', 10);
SELECT v FROM t FINAL;
-- g=9
