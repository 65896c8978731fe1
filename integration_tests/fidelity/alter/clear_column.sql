-- CLEAR COLUMN: rows that are there have the default, rows that come have what they bring.

CREATE TABLE t (k Int32, v String DEFAULT 'x', w Int32, z Int32 DEFAULT w + 1, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t (k, v, w, ver) VALUES (1, 'a', 5, 1), (2, 'b', 6, 1);

ALTER TABLE t CLEAR COLUMN nope;
-- error NOT_FOUND_COLUMN_IN_BLOCK
ALTER TABLE t CLEAR COLUMN IF EXISTS nope;
ALTER TABLE t CLEAR COLUMN k;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t CLEAR COLUMN v;
SELECT k, v, w, z FROM t FINAL ORDER BY k;
-- 1	x	5	6
-- 2	x	6	7
ALTER TABLE t CLEAR COLUMN w;
SELECT k, v, w, z FROM t ORDER BY k;
-- 1	x	0	6
-- 2	x	0	7
ALTER TABLE t CLEAR COLUMN z;
SELECT k, v, w, z FROM t ORDER BY k;
-- 1	x	0	1
-- 2	x	0	1
INSERT INTO t (k, v, w, ver) VALUES (2, 'c', 7, 2), (3, 'd', 8, 1);
SELECT k, v, w, z FROM t FINAL ORDER BY k;
-- 1	x	0	1
-- 2	c	7	8
-- 3	d	8	9
SELECT k FROM t FINAL WHERE v = 'x' ORDER BY k;
-- 1
OPTIMIZE TABLE t FINAL;
SELECT k, v, w, z FROM t ORDER BY k;
-- 1	x	0	1
-- 2	c	7	8
-- 3	d	8	9
ALTER TABLE t CLEAR COLUMN w, ADD COLUMN n Int8 DEFAULT 1;
SELECT k, v, w, z, n FROM t ORDER BY k;
-- 1	x	0	1	1
-- 2	c	0	8	1
-- 3	d	0	9	1
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int32,\n    `v` String DEFAULT 'x',\n    `w` Int32,\n    `z` Int32 DEFAULT w + 1,\n    `ver` UInt8,\n    `n` Int8 DEFAULT 1\n)\nENGINE = ReplacingMergeTree(ver)\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE m (k Int32, at DateTime, w Int32, INDEX i w TYPE minmax) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO m VALUES (1, '2024-01-01 00:00:00', 5), (2, '2024-01-02 00:00:00', 6);
ALTER TABLE m CLEAR COLUMN at, CLEAR COLUMN w;
SELECT k FROM m FINAL WHERE at < '2000-01-01 00:00:00' ORDER BY k;
-- 1
-- 2
SELECT k FROM m WHERE w = 0 ORDER BY k;
-- 1
-- 2
SELECT min(w), max(w), min(at), max(at) FROM m;
-- 0	0	1970-01-01 00:00:00	1970-01-01 00:00:00
INSERT INTO m VALUES (2, '2024-01-03 00:00:00', 7);
SELECT k, at, w FROM m FINAL ORDER BY k;
-- 1	1970-01-01 00:00:00	0
-- 2	2024-01-03 00:00:00	7
SELECT min(w), max(w), min(at), max(at) FROM m FINAL;
-- 0	7	1970-01-01 00:00:00	2024-01-03 00:00:00
