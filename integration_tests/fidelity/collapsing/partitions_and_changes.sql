-- FINAL looks over partitions, merges do not; mutations, columns and partitions change as of any table.

CREATE TABLE t (k UInt8, p UInt8, v Int32, s Int8) ENGINE = CollapsingMergeTree(s) PARTITION BY p ORDER BY k;
INSERT INTO t VALUES (1, 1, 10, 1), (2, 1, 20, 1);
INSERT INTO t VALUES (1, 2, 10, -1), (3, 2, 30, 1);

SELECT * FROM t FINAL ORDER BY k;
-- 2	1	20	1
-- 3	2	30	1
SELECT * FROM t FINAL ORDER BY k, p SETTINGS do_not_merge_across_partitions_select_final = 1;
-- 1	1	10	1
-- 2	1	20	1
-- 3	2	30	1
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k, p;
-- 1	1	10	1
-- 1	2	10	-1
-- 2	1	20	1
-- 3	2	30	1
ALTER TABLE t UPDATE v = v + 1 WHERE k = 2 SETTINGS mutations_sync = 2;
ALTER TABLE t UPDATE s = -1 WHERE k = 2;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE t DROP COLUMN s;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t MODIFY COLUMN s Int16;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t RENAME COLUMN s TO z;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t ADD COLUMN w Int32 DEFAULT v * 2;
SELECT * FROM t FINAL ORDER BY k;
-- 2	1	21	1	42
-- 3	2	30	1	60
DELETE FROM t WHERE k = 3;
SELECT * FROM t FINAL ORDER BY k;
-- 2	1	21	1	42
ALTER TABLE t DROP PARTITION 2;
SELECT * FROM t FINAL ORDER BY k;
-- 1	1	10	1	20
-- 2	1	21	1	42
OPTIMIZE TABLE t FINAL CLEANUP;
-- error CANNOT_ASSIGN_OPTIMIZE
OPTIMIZE TABLE t DEDUPLICATE;
INSERT INTO t (k, p, v, s) VALUES (9, 1, 1, 0);
-- error INCORRECT_DATA
INSERT INTO t (k, p, v, s) SELECT 9, 1, 1, 2;
-- error INCORRECT_DATA
INSERT INTO t (k, p, v, s) SETTINGS optimize_on_insert = 0 VALUES (9, 1, 1, 1), (9, 1, 2, -1);
SELECT * FROM t WHERE k = 9;
-- 9	1	1	1	2
-- 9	1	2	-1	4
SELECT * FROM t FINAL WHERE k = 9;
-- (no rows)
INSERT INTO t (k, p, v, s) VALUES (8, 1, 1, 1), (8, 1, 2, -1);
SELECT * FROM t WHERE k = 8;
-- (no rows)
