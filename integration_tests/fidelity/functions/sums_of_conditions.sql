-- A condition is 1 or 0 in a sum.

CREATE TABLE t (k Int64, u UInt64, v String, b Bool) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 10, 'a', true), (2, 20, 'b', false);
SELECT sum(k = 1), avg(k = 1), sum(k > 0 AND u > 10), sum(v = 'a') FROM t;
-- 1	0.5	1	1
SELECT sum(v IN ('a', 'z')), sum(v LIKE 'b%') FROM t;
-- 1	1
SELECT sum(k = 1), sum(b) FROM t FINAL;
-- 1	1
SELECT k, sum(u > 15) AS big FROM t GROUP BY k HAVING big > 0;
-- 2	1
