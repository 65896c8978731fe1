-- FINAL, merges and queries after the version of a VersionedCollapsingMergeTree became wider.

CREATE TABLE t (k UInt64, v String, version UInt8, sign Int8) ENGINE = VersionedCollapsingMergeTree(sign, version) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1, -1), (3, 'c', 200, 1);
INSERT INTO t VALUES (2, 'b', 2, -1);
ALTER TABLE t MODIFY COLUMN version UInt32;
INSERT INTO t VALUES (1, 'a', 1, 1);
INSERT INTO t VALUES (3, 'c', 200, -1), (3, 'd', 70000, 1);
SELECT * FROM t FINAL ORDER BY k, version;
-- 2	b	2	-1
-- 3	d	70000	1
INSERT INTO t VALUES (2, 'b', 2, 1), (3, 'd', 70000, -1);
SELECT * FROM t FINAL ORDER BY k, version;
-- (no rows)
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k, version;
-- (no rows)
