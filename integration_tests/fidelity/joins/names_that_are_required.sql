-- Subqueries and table functions that are joined have aliases.

CREATE TABLE t (a UInt8, d DateTime) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, '2020-01-01 00:00:00');
SELECT * FROM (SELECT a FROM t) JOIN (SELECT a + 0 AS b FROM t) ON a = b;
-- error ALIAS_REQUIRED
SELECT * FROM (SELECT a FROM t), (SELECT a + 0 AS b FROM t);
-- error ALIAS_REQUIRED
SELECT * FROM t JOIN (SELECT a + 0 AS b FROM t) ON a = b;
-- error ALIAS_REQUIRED
SELECT * FROM (SELECT a FROM t) JOIN t AS u USING (a);
-- error ALIAS_REQUIRED
SELECT * FROM numbers(3) JOIN t AS u ON number = u.a;
-- error ALIAS_REQUIRED
SELECT * FROM t, numbers(2);
-- error ALIAS_REQUIRED
SELECT * FROM (SELECT a FROM t JOIN (SELECT a AS b FROM t) ON a = b) AS x;
-- error ALIAS_REQUIRED
SELECT * FROM t JOIN t AS u ON t.a = u.a JOIN (SELECT 1 AS z) ON z = t.a;
-- error ALIAS_REQUIRED
SELECT * FROM t JOIN (SELECT a + 0 AS b FROM t) AS q ON a = b;
-- 1	2020-01-01 00:00:00	1
SELECT * FROM numbers(3) AS n JOIN t AS u ON n.number = u.a;
-- 1	1	2020-01-01 00:00:00
SELECT * FROM (SELECT a FROM t) ARRAY JOIN [1, 2] AS x ORDER BY x;
-- 1
-- 1
WITH q AS (SELECT a FROM t) SELECT * FROM q JOIN t ON q.a = t.a;
-- 1	1	2020-01-01 00:00:00
SELECT * FROM (SELECT a FROM t) JOIN (SELECT a + 0 AS b FROM t) ON a = b SETTINGS joined_subquery_requires_alias = 0;
-- 1	1
