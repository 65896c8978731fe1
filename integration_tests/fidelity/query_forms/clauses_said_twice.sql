-- Windows of one name, and totals of partial groups under QUALIFY, are refused.

CREATE TABLE t (k UInt8, n UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 2), (2, 3);

SELECT sum(n) OVER w FROM t WINDOW w AS (ORDER BY k), w AS (ORDER BY k);
-- error BAD_ARGUMENTS
SELECT k, sum(n) FROM t GROUP BY k WITH CUBE WITH TOTALS QUALIFY k > 0;
-- error NOT_IMPLEMENTED
SELECT k, sum(n) FROM t GROUP BY k WITH ROLLUP WITH TOTALS HAVING k > 0;
-- error NOT_IMPLEMENTED
SELECT k, sum(n) FROM t GROUP BY k WITH ROLLUP QUALIFY k > 0;
-- 1	2
-- 2	3
SELECT _CAST(k AS n) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
