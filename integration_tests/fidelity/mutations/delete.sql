-- ALTER TABLE … DELETE, also of the current version: the one before it is current then.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'old', 1), (2, 'x', 1), (3, 'y', 1);
INSERT INTO t VALUES (1, 'new', 2);
SET mutations_sync = 1;
ALTER TABLE t DELETE WHERE ver = 2;
SELECT * FROM t FINAL ORDER BY k;
-- 1	old	1
-- 2	x	1
-- 3	y	1
ALTER TABLE t DELETE WHERE k IN (2, 3) AND v LIKE 'x%';
SELECT k FROM t ORDER BY k;
-- 1
-- 3
ALTER TABLE t DELETE WHERE 1;
SELECT count() FROM t;
-- 0
