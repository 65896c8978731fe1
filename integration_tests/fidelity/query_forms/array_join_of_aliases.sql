-- ARRAY JOIN by aliases, with the names of columns, and of aggregates; elements of tuples of subqueries.

CREATE TABLE t (id UInt64, arr Array(UInt64)) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, [4, 5]);
SELECT * FROM t ARRAY JOIN [7,8] AS arr;
-- 1	[4,5]
-- 1	[4,5]
SELECT id, t.id, arr FROM t ARRAY JOIN arr AS id;
-- 4	1	[4,5]
-- 5	1	[4,5]
SELECT * FROM t ARRAY JOIN arr AS id;
-- 1	[4,5]
-- 1	[4,5]
SELECT id, arr AS al FROM t ARRAY JOIN al;
-- 1	4
-- 1	5
SELECT id, arr AS al, al + 1, arr FROM t ARRAY JOIN al;
-- 1	4	5	4
-- 1	5	6	5
SELECT id, al FROM t ARRAY JOIN arr AS al WHERE al > 4;
-- 1	5
SELECT arrayMap(x -> x + 1, arr) AS al, id FROM t ARRAY JOIN al ORDER BY al DESC;
-- [5,6]	1
-- [5,6]	1
SELECT *, arr AS al FROM t ARRAY JOIN al;
-- 1	4	4
-- 1	5	5
SELECT kv.1, kv.2 FROM (SELECT map('a', 1) AS m FROM t) ARRAY JOIN m AS kv;
-- a	1
WITH (SELECT 1 AS q, 'w' AS z) AS p SELECT p.q, p.z FROM t;
-- 1	w
SELECT arrayJoin([count(), count()+1]) FROM t;
-- 1
-- 2
SELECT id, arrayJoin([count()]) AS x, x + 1 FROM t GROUP BY id HAVING x > 0;
-- 1	1	2
SELECT id, arrayJoin(groupArray(id)) FROM t GROUP BY id ORDER BY 2;
-- 1	1
SELECT sum(id) AS s, arrayJoin([s, 1]) AS e FROM t ORDER BY e;
-- 1	1
-- 1	1
SELECT id AS x FROM t ARRAY JOIN arr AS x ORDER BY x;
-- 1
-- 1
SELECT t.id, n.x FROM t AS t ARRAY JOIN arr AS n;
-- error UNKNOWN_IDENTIFIER
SELECT id, a, b FROM t ARRAY JOIN arr AS a, arr AS b;
-- 1	4	4
-- 1	5	5
SELECT id, arr AS a, a FROM t LEFT ARRAY JOIN a ORDER BY a;
-- 1	4	4
-- 1	5	5
SELECT [1, 2] AS a, id FROM t ARRAY JOIN a;
-- [1,2]	1
-- [1,2]	1
SELECT t.arr AS a, id FROM t ARRAY JOIN a;
-- 4	1
-- 5	1
SELECT (SELECT 1 AS a, 2 AS b).a AS x, (SELECT 1 AS p, 2 AS q) AS c, c.q, c.1 FROM t;
-- 1	(1,2)	2	1
SELECT kv.keys, kv.values, kv.1 FROM t ARRAY JOIN map('a', id) AS kv;
-- a	1	a
