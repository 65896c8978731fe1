-- LIMIT … WITH TIES keeps the rows that are equal to the last one.

CREATE TABLE t (k Int64, n Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 5), (2, 7), (3, 7), (4, 7), (5, 9);

SELECT n, count() FROM (SELECT n FROM t FINAL ORDER BY n LIMIT 2 WITH TIES) AS x GROUP BY n ORDER BY n;
-- 5	1
-- 7	3
SELECT n FROM t ORDER BY n DESC LIMIT 1 WITH TIES;
-- 9
SELECT n FROM t LIMIT 1 WITH TIES;
-- error WITH_TIES_WITHOUT_ORDER_BY
