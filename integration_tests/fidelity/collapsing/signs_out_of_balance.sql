-- What is left when rows of one sign outnumber the others, or come first.

CREATE TABLE t (k UInt8, v String, s Int8) ENGINE = CollapsingMergeTree(s) ORDER BY k SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO t VALUES (1, 'a', 1), (2, 'a', -1), (3, 'a', -1), (4, 'a', 1), (5, 'a', 1), (6, 'a', -1);
INSERT INTO t VALUES (1, 'b', -1), (2, 'b', 1), (3, 'b', -1), (4, 'b', -1), (5, 'b', 1), (6, 'b', 1);
INSERT INTO t VALUES (4, 'c', -1), (5, 'c', -1), (6, 'c', 1);
INSERT INTO t VALUES (6, 'd', -1), (7, 'd', -1), (7, 'e', 1), (8, 'd', -1), (8, 'e', -1);

SELECT * FROM t FINAL ORDER BY k;
-- 2	b	1
-- 5	b	1
-- 7	e	1
SELECT * FROM t FINAL WHERE s = -1 ORDER BY k;
-- (no rows)
SELECT * FROM t FINAL PREWHERE v != 'c' ORDER BY k;
-- 2	b	1
-- 5	b	1
-- 7	e	1
SELECT * FROM t FINAL PREWHERE s = 1 ORDER BY k;
-- 1	a	1
-- 2	b	1
-- 4	a	1
-- 5	b	1
-- 6	c	1
-- 7	e	1
SELECT * FROM t FINAL PREWHERE s = -1 ORDER BY k;
-- (no rows)
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k, s, v;
-- 2	a	-1
-- 2	b	1
-- 3	a	-1
-- 4	b	-1
-- 5	b	1
-- 7	d	-1
-- 7	e	1
-- 8	d	-1
SELECT * FROM t FINAL ORDER BY k;
-- 2	b	1
-- 5	b	1
-- 7	e	1
