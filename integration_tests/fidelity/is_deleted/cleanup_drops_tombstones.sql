-- CLEANUP drops tombstones for good; an older version that comes later is then current.

CREATE TABLE t (k Int64, v String, ver UInt32, del UInt8)
ENGINE = ReplacingMergeTree(ver, del) ORDER BY k
SETTINGS allow_experimental_replacing_merge_with_cleanup = 1;
INSERT INTO t VALUES (1, 'a', 1, 0), (2, 'b', 1, 0);
INSERT INTO t VALUES (1, 'a', 2, 1);
OPTIMIZE TABLE t FINAL CLEANUP;
SELECT * FROM t;
-- 2	b	1	0
INSERT INTO t VALUES (1, 'a', 1, 0);
SELECT * FROM t FINAL ORDER BY k;
-- 1	a	1	0
-- 2	b	1	0
