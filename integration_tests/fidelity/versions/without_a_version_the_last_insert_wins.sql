-- Without a version column only the order of the INSERTs counts.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'a'), (2, 'b');
INSERT INTO t VALUES (1, 'z');
INSERT INTO t VALUES (1, 'm');

SELECT * FROM t FINAL ORDER BY k;
-- 1	m
-- 2	b
SELECT * FROM t ORDER BY k, v;
-- 1	a
-- 1	m
-- 1	z
-- 2	b
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
-- 1	m
-- 2	b
