-- The mark may be a Bool.

CREATE TABLE t (k Int64, ver UInt32, gone Bool) ENGINE = ReplacingMergeTree(ver, gone) ORDER BY k;
INSERT INTO t VALUES (1, 1, false), (2, 1, true), (3, 1, 0);
INSERT INTO t VALUES (3, 2, 1);
SELECT * FROM t FINAL;
-- 1	1	false
SELECT k, gone FROM t ORDER BY k, ver;
-- 1	false
-- 2	true
-- 3	false
-- 3	true
SELECT count() FROM t WHERE gone;
-- 2
