-- Rows are versions of each other when all elements of the sorting key are equal.

CREATE TABLE t (a UInt32, b String, v Int64) ENGINE = ReplacingMergeTree ORDER BY (a, b);
INSERT INTO t VALUES (1, 'x', 1), (1, 'y', 2), (2, 'x', 3);
INSERT INTO t VALUES (1, 'x', 10), (2, 'y', 4);
SELECT * FROM t FINAL ORDER BY a, b;
-- 1	x	10
-- 1	y	2
-- 2	x	3
-- 2	y	4
SELECT a, sum(v) FROM t FINAL GROUP BY a ORDER BY a;
-- 1	12
-- 2	7
