-- A table that has an alias is known by its own name, too, where that is nothing else's alias.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE u (k Int64, w String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'c');
INSERT INTO u VALUES (1, 'b');
SELECT t.k, y.k FROM t AS y ORDER BY t.k;
-- 1	1
-- 2	2
SELECT t.* FROM t AS y FINAL WHERE t.k = 1;
-- 1	a
SELECT t.k FROM t AS y, t AS z WHERE z.k = 2 ORDER BY 1;
-- 1
-- 2
SELECT u.k FROM t AS u ORDER BY 1;
-- 1
-- 2
SELECT t.v FROM t AS y JOIN u AS t ON y.k = t.k;
-- error UNKNOWN_IDENTIFIER
SELECT y.k, z.w FROM t AS y JOIN u AS z ON t.k = u.k;
-- 1	b
SELECT u.k, w FROM t AS y LEFT JOIN u AS z USING (k) ORDER BY y.k;
-- 1	b
-- 0	''
SELECT t.k FROM (SELECT * FROM t) AS y;
-- error UNKNOWN_IDENTIFIER
WITH t AS (SELECT 5 AS k) SELECT t.k FROM t AS y;
-- 5
SELECT y.k, (SELECT count() FROM u AS q WHERE u.k = t.k) FROM t AS y ORDER BY y.k;
-- 1	1
-- 2	\N
SELECT t.k FROM t WHERE EXISTS (SELECT 1 FROM t AS x WHERE x.v = 'a' AND x.k = t.k) ORDER BY 1;
-- 1
-- 2
-- differs: t is the outer table, as in SQL, docs/sql.md#forms-of-queries
-- 1
