-- Versions may be floats; halves, negative zero and infinity are ordered as numbers.

CREATE TABLE t (k Int64, v String, ver Float64) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'low', 1.25);
INSERT INTO t VALUES (1, 'high', 1.5);
INSERT INTO t VALUES (2, 'big', 1e300);
INSERT INTO t VALUES (2, 'small', -1e300);
INSERT INTO t VALUES (3, 'minus zero', -0.0);
INSERT INTO t VALUES (3, 'zero', 0.0);

SELECT k, v FROM t FINAL ORDER BY k;
-- 1	high
-- 2	big
-- 3	zero
