-- DELETE FROM hides rows at once, from plain reads and from FINAL.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'old', 1), (2, 'x', 1), (3, 'y', 1);
INSERT INTO t VALUES (1, 'new', 2);
DELETE FROM t WHERE k = 2;
SELECT * FROM t ORDER BY k, ver;
-- 1	old	1
-- 1	new	2
-- 3	y	1
SELECT count() FROM t;
-- 3
SELECT count() FROM t FINAL;
-- 2
DELETE FROM t WHERE v = 'new';
SELECT * FROM t FINAL ORDER BY k;
-- 1	old	1
-- 3	y	1
DELETE FROM t WHERE k > 100;
DELETE FROM t WHERE true;
SELECT count() FROM t;
-- 0
INSERT INTO t VALUES (1, 'again', 0);
SELECT * FROM t FINAL;
-- 1	again	0
