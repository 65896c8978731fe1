-- An alias may be used in the other clauses, and in other expressions.

CREATE TABLE t (k Int64, price Decimal(9, 2), n Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1.5, 2), (2, 2, 5), (3, 9, 1);

SELECT price * n AS total, total * 2 AS twice FROM t FINAL ORDER BY k;
-- 3	6
-- 10	20
-- 9	18
SELECT k % 2 AS odd, sum(price * n) AS s FROM t FINAL GROUP BY odd HAVING s > 1 ORDER BY odd;
-- 0	10
-- 1	12
SELECT k AS key FROM t FINAL ORDER BY key DESC LIMIT 1;
-- 3
SELECT x.k AS k, x.n AS n FROM t AS x FINAL WHERE n > 1 ORDER BY k;
-- 1	2
-- 2	5
