-- What DELETE FROM leaves in the parts, until a merge.

CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1), (2), (3);
DELETE FROM t WHERE k = 2;
SELECT name, rows, has_lightweight_delete FROM system.parts WHERE database = 'shop' AND active;
-- all_1_1_0_2	3	1
SELECT k, _row_exists FROM t ORDER BY k SETTINGS apply_deleted_mask = 0;
-- 1	1
-- 2	0
-- 3	1
SELECT min(k), max(k), count() FROM t;
-- 1	3	2
OPTIMIZE TABLE t FINAL;
SELECT name, rows, has_lightweight_delete FROM system.parts WHERE database = 'shop' AND active;
-- all_1_1_1_2	2	0
