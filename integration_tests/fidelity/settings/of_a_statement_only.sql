-- SETTINGS of a statement end with it.

CREATE TABLE t (k Int64, g UInt8) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k;
INSERT INTO t VALUES (1, 1), (1, 2);
SELECT count() FROM t SETTINGS final = 1;
-- 1
SELECT count() FROM t;
-- 2
SELECT count() FROM t FINAL SETTINGS do_not_merge_across_partitions_select_final = 1;
-- 2
SELECT count() FROM t FINAL;
-- 1
SET do_not_merge_across_partitions_select_final = 1;
SELECT count() FROM t FINAL;
-- 2
SELECT count() FROM t FINAL SETTINGS do_not_merge_across_partitions_select_final = 0;
-- 1
