-- An aggregate over no rows is its type's default in a statement that is ClickHouse's.

CREATE TABLE t (k Int64, n Nullable(Int32), f Float64, u UInt64, v String, d Date, m Decimal(10, 2), a Array(String), b Bool) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 5, 1.5, 10, 'a', '2024-01-01', 1.25, ['x'], true), (2, NULL, 2.5, 20, 'b', '2024-02-01', 2.5, [], false);
SELECT sumIf(u, k > 5), sumIf(f, k > 5), sumIf(m, k > 5), minIf(u, k > 5), maxIf(v, k > 5), countIf(k > 5) FROM t;
-- 0	0	0	0	''	0
SELECT avgIf(f, k > 5), anyIf(d, k > 5), argMaxIf(v, u, k > 5), maxIf(b, k > 5), maxIf(a, k > 5), uniqIf(v, k > 5) FROM t;
-- nan	1970-01-01	''	false	[]	0
SELECT sumIf(n, k > 5), maxIf(n, k > 5), argMaxIf(n, k, k > 5), avgIf(n, k > 5) FROM t;
-- \N	\N	\N	\N
SELECT k, sumIf(u, v = 'z') AS z, maxIf(d, v = 'z') FROM t GROUP BY k ORDER BY k;
-- 1	0	1970-01-01
-- 2	0	1970-01-01
SELECT sum(u), min(u), max(v), avg(f), any(d), argMax(v, u), count(), median(f), quantile(0.9)(f), stddevPop(f), uniq(k), groupArray(k) FROM t FINAL WHERE k > 5;
-- 0	0	''	nan	1970-01-01	''	0	nan	nan	nan	0	[]
SELECT sum(n), max(n), avg(n) FROM t FINAL WHERE k > 5;
-- \N	\N	\N
SELECT sum(u) AS s, s / 2, max(k) + 1 FROM t FINAL;
-- 30	15	3
SELECT v, max(u) FROM t FINAL GROUP BY v HAVING max(u) > 5 ORDER BY max(u) DESC;
-- b	20
-- a	10
SELECT sumDistinct(u), sumArray([k]), sumArrayIf([k], k > 5) FROM t;
-- 30	3	0
SELECT minOrNull(k), maxOrDefault(k), avgOrNull(f), sumOrDefault(u) FROM t WHERE k > 5;
-- \N	0	\N	0
SELECT k, sum(u) OVER (ORDER BY k) FROM t FINAL ORDER BY k;
-- 1	10
-- 2	30
