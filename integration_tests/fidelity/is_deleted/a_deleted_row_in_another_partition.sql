-- FINAL looks at the whole table: a tombstone in one partition hides a row of another.

CREATE TABLE t (k Int64, ver UInt32, del UInt8, day Date)
ENGINE = ReplacingMergeTree(ver, del) PARTITION BY toYYYYMM(day) ORDER BY k;
INSERT INTO t VALUES (1, 1, 0, '2024-01-01'), (2, 1, 0, '2024-01-01');
INSERT INTO t VALUES (1, 2, 1, '2024-02-01');
SELECT k FROM t FINAL;
-- 2
SELECT k FROM t FINAL ORDER BY k SETTINGS do_not_merge_across_partitions_select_final = 1;
-- 1
-- 2
OPTIMIZE TABLE t FINAL;
SELECT k, ver FROM t ORDER BY k, ver;
-- 1	1
-- 1	2
-- 2	1
SELECT k FROM t FINAL;
-- 2
