-- APPLY DELETED MASK drops masked rows from the files.

CREATE TABLE t (k Int64, g UInt8) ENGINE = MergeTree PARTITION BY g ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, 1), (3, 2), (4, 2);
DELETE FROM t IN PARTITION 1 WHERE k <= 3;
SELECT k FROM t ORDER BY k;
-- 3
-- 4
DELETE FROM t WHERE k = 3;
SET mutations_sync = 1;
ALTER TABLE t APPLY DELETED MASK IN PARTITION 1;
SELECT k FROM t ORDER BY k SETTINGS apply_deleted_mask = 0;
-- 3
-- 4
ALTER TABLE t APPLY DELETED MASK;
SELECT k FROM t ORDER BY k SETTINGS apply_deleted_mask = 0;
-- 4
