-- The same rows loaded again change nothing that FINAL shows.

CREATE TABLE t (k UInt32, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t SELECT number, toString(number) FROM numbers(1000);
INSERT INTO t SELECT number, toString(number) FROM numbers(1000);
SELECT count() FROM t;
-- 2000
SELECT count(), sum(k), uniqExact(v) FROM t FINAL;
-- 1000	499500	1000
OPTIMIZE TABLE t FINAL;
SELECT count() FROM t;
-- 1000
SELECT k, v FROM t WHERE k IN (0, 500, 999) ORDER BY k;
-- 0	0
-- 500	500
-- 999	999
