-- Offsets of window functions that no partition reaches; WITH TOTALS beside GROUPING SETS.

CREATE TABLE t (k UInt64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'ab'), (2, 'c'), (3, 'ab');

SELECT nth_value(k, 3000000000) OVER (ORDER BY k) AS n FROM t;
-- 0
-- 0
-- 0
SELECT lagInFrame(k, 3000000000) OVER (ORDER BY k) AS n, leadInFrame(k, 4000000000, 7) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS m FROM t;
-- 0	7
-- 0	7
-- 0	7
SELECT lag(k, 3000000000, 7) OVER (ORDER BY k) AS n, lead(k, 9223372036854775807) OVER (ORDER BY k) AS m FROM t;
-- 7	0
-- 7	0
-- 7	0
SELECT s, sum(k) FROM t GROUP BY GROUPING SETS ((s), ()) WITH TOTALS;
-- error NOT_IMPLEMENTED
