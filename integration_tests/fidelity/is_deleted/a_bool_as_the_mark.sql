-- The mark may be a Bool.

CREATE TABLE t (k Int64, ver UInt32, gone Bool) ENGINE = ReplacingMergeTree(ver, gone) ORDER BY k;
INSERT INTO t VALUES (1, 1, false), (2, 1, true), (3, 1, false);
INSERT INTO t VALUES (3, 2, true);
SELECT k, ver FROM t FINAL;
-- 1	1
SELECT k, gone FROM t ORDER BY k, ver;
-- 1	false
-- 2	true
-- 3	false
-- 3	true
SELECT count() FROM t WHERE gone;
-- 2
