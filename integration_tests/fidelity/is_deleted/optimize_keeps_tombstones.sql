-- OPTIMIZE FINAL keeps a tombstone; FINAL does not show it.

CREATE TABLE t (k Int64, v String, ver UInt32, del UInt8)
ENGINE = ReplacingMergeTree(ver, del) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1, 0);
INSERT INTO t VALUES (1, 'a', 2, 1);
OPTIMIZE TABLE t FINAL;
SELECT * FROM t;
-- 1	a	2	1
SELECT * FROM t FINAL;
-- (no rows)
OPTIMIZE TABLE t FINAL CLEANUP;
-- error SUPPORT_IS_DISABLED
SELECT count() FROM t;
-- 1
