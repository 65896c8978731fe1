-- A subquery with ASOF JOIN or a LIMIT from the end, inside of aggregate functions and lambdas.

CREATE TABLE t (k UInt64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'ab'), (2, 'c'), (3, 'ab');
CREATE TABLE u (k UInt64, x Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO u VALUES (1, 10), (3, 30);

SELECT countIf(k IN (SELECT t.k FROM t ASOF JOIN u ON t.k % 1 = u.k % 1 AND t.k >= u.k AND t.k > 1)) FROM t;
-- 2
SELECT s, sumIf(k, k IN (SELECT t.k FROM t ASOF JOIN u ON t.k % 1 = u.k % 1 AND t.k >= u.k WHERE t.k < 3)) FROM t GROUP BY s ORDER BY s;
-- ab	1
-- c	2
SELECT arrayMap(x -> x IN (SELECT t.k FROM t ASOF JOIN u ON t.k % 1 = u.k % 1 AND t.k > u.k), [k, 2]) AS a FROM t ORDER BY k;
-- [0,1]
-- [1,1]
-- [1,1]
SELECT max((SELECT sum(x) FROM t ASOF JOIN u ON t.k % 1 = u.k % 1 AND t.k >= u.k)) AS m FROM t;
-- 50
SELECT countIf(k IN (SELECT k FROM t ORDER BY k LIMIT -2)) FROM t;
-- 2
