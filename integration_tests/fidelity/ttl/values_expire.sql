-- Values whose TTL has come become the column's default.

CREATE TABLE t (k Int64, ts DateTime, v Int64, c String DEFAULT concat('d', toString(k)) TTL ts + INTERVAL 1 DAY, e Int64 TTL ts + INTERVAL 20 DAY, n Nullable(String) TTL ts + INTERVAL 1 DAY) ENGINE = ReplacingMergeTree(v) ORDER BY k;
SYSTEM STOP MERGES t;
INSERT INTO t VALUES (1, now(), 1, 'x', 1, 'n'), (2, now() - INTERVAL 10 DAY, 1, 'y', 1, 'n'), (3, now() - INTERVAL 100 DAY, 1, 'z', 2, 'n');
SELECT k, v, c, e, n FROM t ORDER BY k;
-- 1	1	x	1	n
-- 2	1	y	1	n
-- 3	1	z	2	n
SYSTEM START MERGES t;
OPTIMIZE TABLE t FINAL;
SELECT k, v, c, e, n FROM t ORDER BY k;
-- 1	1	x	1	n
-- 2	1	d2	1	\N
-- 3	1	d3	0	\N
SELECT k, v, c, e, n FROM t FINAL ORDER BY k;
-- 1	1	x	1	n
-- 2	1	d2	1	\N
-- 3	1	d3	0	\N
INSERT INTO t VALUES (2, now(), 2, 'newer', 5, NULL);
OPTIMIZE TABLE t FINAL;
SELECT k, v, c, e, n FROM t ORDER BY k;
-- 1	1	x	1	n
-- 2	2	newer	5	\N
-- 3	1	d3	0	\N

-- Rows and values.
CREATE TABLE u (k Int64, ts DateTime, c String TTL ts + INTERVAL 1 DAY) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 MONTH;
INSERT INTO u VALUES (1, now(), 'x'), (2, now() - INTERVAL 10 DAY, 'y'), (3, now() - INTERVAL 100 DAY, 'z');
OPTIMIZE TABLE u FINAL;
SELECT k, c FROM u ORDER BY k;
-- 1	x
-- 2	''
