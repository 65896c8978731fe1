-- The version of a VersionedCollapsingMergeTree becomes wider, and rows of both types cancel each other.

CREATE TABLE t (id UInt64, v String, sign Int8, version UInt8) ENGINE = VersionedCollapsingMergeTree(sign, version) ORDER BY id;
INSERT INTO t VALUES (1, 'a', 1, 1), (2, 'b', 1, 255), (3, 'c', 1, 7);
ALTER TABLE t MODIFY COLUMN version UInt32;
INSERT INTO t VALUES (2, 'b', -1, 255), (2, 'd', 1, 256), (1, 'a', -1, 1), (4, 'e', 1, 70000);
SELECT * FROM t FINAL ORDER BY id, version;
-- 2	d	1	256
-- 3	c	1	7
-- 4	e	1	70000
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY id, version;
-- 2	d	1	256
-- 3	c	1	7
-- 4	e	1	70000
ALTER TABLE t MODIFY COLUMN sign Int16;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t DROP COLUMN version;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
CREATE TABLE u (id UInt64, sign Int8, version UInt8) ENGINE = VersionedCollapsingMergeTree(sign, version) ORDER BY (id, version);
ALTER TABLE u MODIFY COLUMN version UInt32;
INSERT INTO u VALUES (1, 1, 1), (1, -1, 1), (1, 1, 300);
SELECT * FROM u FINAL ORDER BY id, version;
-- 1	1	300
CREATE TABLE r (k Int32, v String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY (k, ver);
INSERT INTO r VALUES (1, 'a', 1), (1, 'b', 2);
ALTER TABLE r MODIFY COLUMN ver UInt32;
INSERT INTO r VALUES (1, 'c', 2), (1, 'd', 300);
SELECT * FROM r FINAL ORDER BY k, ver;
-- 1	a	1
-- 1	c	2
-- 1	d	300
OPTIMIZE TABLE r FINAL;
SELECT * FROM r ORDER BY k, ver;
-- 1	a	1
-- 1	c	2
-- 1	d	300
