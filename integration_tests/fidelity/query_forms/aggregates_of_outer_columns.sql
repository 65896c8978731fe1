-- Aggregates of columns of the query around, beside columns of the subquery's own.

CREATE TABLE t (k UInt8, d Date, s Nullable(String)) ENGINE=MergeTree ORDER BY k;
CREATE TABLE u (x UInt8) ENGINE=MergeTree ORDER BY x;
INSERT INTO t VALUES (1,'2024-01-01','a'),(2,'2024-01-02',NULL);
INSERT INTO u VALUES (1),(2),(3);
SELECT (SELECT max(d) FROM u) AS m FROM t ORDER BY k;
-- 2024-01-01
-- 2024-01-02
SELECT (SELECT max(t.d) FROM u WHERE x > 5) AS m FROM t ORDER BY k;
-- \N
-- \N
SELECT (SELECT sum(t.k) FROM u) AS m FROM t ORDER BY k;
-- 3
-- 6
SELECT (SELECT sum(t.k + x) FROM u) AS m FROM t ORDER BY k;
-- 9
-- 12
SELECT (SELECT count(s) FROM u) AS m FROM t ORDER BY k;
-- 3
-- \N
-- differs: of a column of the query around that is NULL an aggregate is calculated, docs/differences.md#corners-of-clickhouses-analyzer
-- 3
-- 0
SELECT (SELECT groupArray(k) FROM u) AS m FROM t ORDER BY k;
-- [1,1,1]
-- [2,2,2]
SELECT (SELECT max(k) + min(x) FROM u) AS m FROM t ORDER BY k;
-- 2
-- 3
SELECT k, (SELECT max(k) FROM u WHERE x = t.k) AS m FROM t ORDER BY k;
-- 1	1
-- 2	2
SELECT k, (SELECT max(k) FROM u WHERE x = t.k + 5) AS m FROM t ORDER BY k;
-- 1	\N
-- 2	\N
SELECT k, (SELECT max(k + y.x) FROM u JOIN u AS y ON u.x = y.x WHERE u.x > t.k) AS m FROM t ORDER BY k;
-- 1	4
-- 2	5
SELECT k, (SELECT maxIf(t.k, x > t.k) FROM u) AS m FROM t ORDER BY k;
-- 1	1
-- 2	2
SELECT k, (SELECT sum(s IS NULL) FROM u) AS m, (SELECT argMax(d, x) FROM u) FROM t ORDER BY k;
-- 1	0	2024-01-01
-- 2	\N	2024-01-02
-- differs: of a column of the query around that is NULL an aggregate is calculated, docs/differences.md#corners-of-clickhouses-analyzer
-- 1	0	2024-01-01
-- 2	3	2024-01-02
SELECT k + 1 AS e, (SELECT max(e) FROM u) AS m FROM t ORDER BY k;
-- 2	2
-- 3	3
SELECT k FROM t WHERE (SELECT sum(k) FROM u) > 3;
-- 2
WITH logs AS (SELECT 1.5 AS `settings`, 'a' AS total, 1 AS key0 FROM u GROUP BY 3) SELECT (SELECT max(d) FROM logs) AS n1 FROM t ORDER BY k;
-- 2024-01-01
-- 2024-01-02
SELECT (SELECT max(arrayJoin([x, k])) FROM u) AS m FROM t ORDER BY k;
-- 3
-- 3
SELECT (SELECT groupArray(k) FROM u WHERE arrayJoin([x, 7]) > 6) AS m FROM t ORDER BY k;
-- [1,1,1]
-- [2,2,2]
SELECT (SELECT max(k) FROM (SELECT 1 AS z)) AS m FROM t ORDER BY k;
-- 1
-- 2
SELECT (SELECT max(k)) AS m FROM t ORDER BY k;
-- 1
-- 2
SELECT (SELECT sum(number + k) FROM numbers(3)) AS m FROM t ORDER BY k;
-- 6
-- 9
SELECT (SELECT uniqExact(k, x) FROM u) AS m, (SELECT count(DISTINCT k) FROM u), (SELECT topK(1)(k) FROM u) FROM t ORDER BY k;
-- 3	1	[1]
-- 3	1	[2]
