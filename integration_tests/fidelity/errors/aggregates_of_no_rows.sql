-- An aggregate over no rows is the default of its type.

CREATE TABLE t (k UInt32, n Int32) ENGINE = ReplacingMergeTree ORDER BY k;
SELECT sum(n) FROM t;
-- 0
SELECT max(n), min(n) FROM t FINAL;
-- 0	0
SELECT argMax(k, n) FROM t;
-- 0
SELECT count(), uniqExact(n) FROM t;
-- 0	0
