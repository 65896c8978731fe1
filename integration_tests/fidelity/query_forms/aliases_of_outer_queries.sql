-- A query inside of another may name its aliases.

CREATE TABLE t (id UInt64, arr Array(UInt64)) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, [4, 5]);
SELECT 1 AS x, (SELECT x+1) FROM t;
-- 1	2
SELECT 5 AS lim, (SELECT count() FROM numbers(10) WHERE number<lim) FROM t;
-- 5	5
SELECT id + 1 AS y, (SELECT y + 1) FROM t;
-- 2	3
SELECT id + 1 AS y, (SELECT max(id) FROM t WHERE t.id < y) FROM t;
-- 2	1
SELECT count() AS c, (SELECT c + 1) FROM t;
-- 1	2
SELECT 3 AS lim, id IN (SELECT number FROM numbers(10) WHERE number < lim) + 0 FROM t;
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT 123 AS x FROM (SELECT id, x FROM t);
-- 123
SELECT id AS z FROM (SELECT id, z FROM t);
-- 1
-- differs: such an alias names a column of the query that names it, docs/differences.md#answered-where-clickhouse-refuses
-- error UNKNOWN_IDENTIFIER
SELECT 2 AS n, id FROM t WHERE id < (SELECT n);
-- 2	1
SELECT id AS y FROM t WHERE EXISTS (SELECT 1 FROM t AS o WHERE o.id = y);
-- 1
SELECT 7 AS y FROM t AS a JOIN (SELECT id, y FROM t) AS b ON a.id = b.id;
-- 7
SELECT id AS a, (SELECT a FROM (SELECT 9 AS a)) FROM t;
-- 1	9
SELECT count() AS c, (SELECT c + 1), (SELECT max(number) FROM numbers(5) WHERE number <= c) FROM t;
-- error ILLEGAL_AGGREGATION
-- differs: a subquery may name an aggregate of the query around, docs/differences.md#answered-where-clickhouse-refuses
-- 1	2	1
SELECT id, sum(id) AS s, (SELECT s * 2) AS d FROM t GROUP BY id HAVING (SELECT s) > 0 ORDER BY d;
-- error NOT_IMPLEMENTED
-- differs: a subquery may name an aggregate of the query around, docs/differences.md#answered-where-clickhouse-refuses
-- 1	1	2
