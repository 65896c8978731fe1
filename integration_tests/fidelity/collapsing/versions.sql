-- With a version rows cancel each other in any order: each the last one of the other sign.

CREATE TABLE t (k UInt8, v String, ver UInt8, s Int8) ENGINE = VersionedCollapsingMergeTree(s, ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1, -1), (2, 'a', 1, 1), (3, 'a', 1, 1), (4, 'a', 2, 1);
INSERT INTO t VALUES (1, 'b', 1, 1), (1, 'b', 2, 1), (2, 'b', 1, 1), (3, 'b', 1, -1), (4, 'a', 1, -1);
INSERT INTO t VALUES (2, 'c', 1, -1), (3, 'c', 1, -1), (4, 'c', 1, 1), (5, 'c', 1, 1), (5, 'd', 1, 1);

SELECT * FROM t FINAL ORDER BY k, ver, v;
-- 1	b	2	1
-- 2	a	1	1
-- 3	c	1	-1
-- 4	a	2	1
-- 5	c	1	1
-- 5	d	1	1
SELECT k, sum(s) FROM t GROUP BY k HAVING sum(s) > 0 ORDER BY k;
-- 1	1
-- 2	1
-- 4	1
-- 5	2
SELECT * FROM t FINAL PREWHERE v != 'c' ORDER BY k, ver, v;
-- 1	b	2	1
-- 2	a	1	1
-- 2	b	1	1
-- 4	a	1	-1
-- 4	a	2	1
-- 5	d	1	1
SELECT * FROM t FINAL PREWHERE s = 1 ORDER BY k, ver, v;
-- 1	b	1	1
-- 1	b	2	1
-- 2	a	1	1
-- 2	b	1	1
-- 3	a	1	1
-- 4	c	1	1
-- 4	a	2	1
-- 5	c	1	1
-- 5	d	1	1
SELECT sorting_key, primary_key, engine, engine_full FROM system.tables WHERE name = 't' AND database = currentDatabase();
-- k, ver	k	VersionedCollapsingMergeTree	VersionedCollapsingMergeTree(s, ver) ORDER BY k SETTINGS index_granularity = 8192
SELECT name, is_in_sorting_key, is_in_primary_key FROM system.columns WHERE table = 't' AND database = currentDatabase() ORDER BY position;
-- k	1	1
-- v	0	0
-- ver	1	0
-- s	0	0
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k, ver, v;
-- 1	b	2	1
-- 2	a	1	1
-- 3	c	1	-1
-- 4	a	2	1
-- 5	c	1	1
-- 5	d	1	1
INSERT INTO t VALUES (5, 'e', 1, -1), (5, 'f', 1, -1), (5, 'g', 1, -1);
SELECT * FROM t FINAL ORDER BY k, ver, v;
-- 1	b	2	1
-- 2	a	1	1
-- 3	c	1	-1
-- 4	a	2	1
-- 5	g	1	-1
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k, ver, v;
-- 1	b	2	1
-- 2	a	1	1
-- 3	c	1	-1
-- 4	a	2	1
-- 5	g	1	-1
