-- A lambda with a name whose parameter is a function.

CREATE TABLE t (k Int64, a Array(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2]), (2, []), (3, [5]);

WITH x -> x + 1 AS f, (g, x) -> g(x) AS apply SELECT apply(f, k) FROM t ORDER BY k;
-- 2
-- 3
-- 4

WITH (g, x) -> g(g(x)) AS twice SELECT twice(y -> y * 2, k) FROM t ORDER BY k;
-- 4
-- 8
-- 12

WITH (g, x) -> arrayMap(y -> g(y) + 1, x) AS each SELECT k, toString(each(y -> y * 10 + k, a)) FROM t ORDER BY k;
-- 1	[12,22]
-- 2	[]
-- 3	[54]

WITH (g, x) -> g(x) AS apply SELECT apply(x -> x % 2, k) AS odd, count() FROM t GROUP BY odd ORDER BY odd;
-- 0	1
-- 1	2
