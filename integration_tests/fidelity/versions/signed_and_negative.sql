-- Versions below zero are lower than zero.

CREATE TABLE t (k Int64, v String, ver Int32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'zero', 0);
INSERT INTO t VALUES (1, 'minus', -5);
INSERT INTO t VALUES (2, 'low', -10);
INSERT INTO t VALUES (2, 'less low', -9);

SELECT k, v FROM t FINAL ORDER BY k;
-- 1	zero
-- 2	less low
