-- An aggregate of a correlated subquery is NULL where there are no rows, which ClickHouse does not join.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE u (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1), (2);
INSERT INTO u VALUES (1);
SELECT y.k, (SELECT count() FROM u AS q WHERE q.k = y.k) FROM t AS y ORDER BY y.k;
-- 1	1
-- 2	\N
SELECT y.k, (SELECT sum(k) FROM u AS q FINAL WHERE q.k = y.k) FROM t AS y FINAL ORDER BY y.k;
-- 1	1
-- 2	\N
SELECT y.k FROM t AS y WHERE (SELECT count() FROM u AS q WHERE q.k = y.k) = 0;
-- (no rows)
SELECT y.k FROM t AS y WHERE (SELECT count() FROM u AS q WHERE q.k = y.k) = 1;
-- 1
SELECT y.k, ifNull((SELECT count() FROM u AS q WHERE q.k = y.k), 0) FROM t AS y ORDER BY 1;
-- 1	1
-- 2	0
SELECT y.k, EXISTS (SELECT count() FROM u AS q WHERE q.k = y.k) + 0 FROM t AS y ORDER BY 1;
-- 1	1
-- 2	1
SELECT y.k, EXISTS (SELECT 1 FROM u AS q WHERE q.k = y.k) + 0 FROM t AS y ORDER BY 1;
-- 1	1
-- 2	0
SELECT y.k, (SELECT max(q.k) + 1 FROM u AS q WHERE q.k = y.k) FROM t AS y ORDER BY 1;
-- 1	2
-- 2	\N
SELECT y.k, (SELECT q.k FROM u AS q WHERE q.k = y.k) FROM t AS y ORDER BY 1;
-- 1	1
-- 2	\N
SELECT y.k, (SELECT groupArray(q.k) FROM u AS q WHERE q.k = y.k) FROM t AS y ORDER BY 1;
-- 1	[1]
-- 2	[]
SELECT (SELECT count() FROM u AS q WHERE q.k = 7) FROM t AS y;
-- 0
-- 0
