-- LIMIT 1 BY and argMax are two other ways to see the current rows.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 5);
INSERT INTO t VALUES (1, 'c', 3), (2, 'd', 4);

SELECT k, v FROM t ORDER BY k, ver DESC LIMIT 1 BY k;
-- 1	c
-- 2	b
SELECT k, argMax(v, ver) FROM t GROUP BY k ORDER BY k;
-- 1	c
-- 2	b
SELECT k, v FROM t FINAL ORDER BY k;
-- 1	c
-- 2	b
SELECT k, argMax(v, ver) AS v2, max(ver) FROM t GROUP BY k ORDER BY k;
-- 1	c	3
-- 2	b	5
SELECT k, v FROM (SELECT *, row_number() OVER (PARTITION BY k ORDER BY ver DESC) AS r FROM t) AS x WHERE r = 1 ORDER BY k;
-- 1	c
-- 2	b
