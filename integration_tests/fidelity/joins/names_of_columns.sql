-- A column of a join has its table's name only where its own would mean another one.

CREATE TABLE a (k Int64, c Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE b (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO a VALUES (1, 2), (2, 3);
INSERT INTO b VALUES (1, 5);
DESCRIBE (SELECT o.k, p.k FROM a AS o LEFT JOIN b AS p ON p.k = o.k);
-- k	Int64	''	''	''	''	''
-- p.k	Int64	''	''	''	''	''
DESCRIBE (SELECT p.k, o.k FROM a AS o LEFT JOIN b AS p ON p.k = o.k);
-- k	Int64	''	''	''	''	''
-- p.k	Int64	''	''	''	''	''
DESCRIBE (SELECT p.k FROM a AS o LEFT JOIN b AS p ON p.k = o.k);
-- p.k	Int64	''	''	''	''	''
DESCRIBE (SELECT o.k AS x, p.k, o.c, p.v FROM a AS o RIGHT JOIN b AS p ON p.k = o.k);
-- c	Int64	''	''	''	''	''
-- p.k	Int64	''	''	''	''	''
-- v	Int64	''	''	''	''	''
-- x	Int64	''	''	''	''	''
DESCRIBE (SELECT o.k, p.k FROM a AS o LEFT JOIN b AS p USING (k));
-- k	Int64	''	''	''	''	''
-- p.k	Int64	''	''	''	''	''
DESCRIBE (SELECT a.k, b.k FROM a, b);
-- b.k	Int64	''	''	''	''	''
-- k	Int64	''	''	''	''	''
DESCRIBE (SELECT a.k FROM a CROSS JOIN (SELECT 1 AS k) AS s);
-- k	Int64	''	''	''	''	''
DESCRIBE (SELECT o.k, p.k, q.v FROM a AS o LEFT JOIN b AS p ON p.k = o.k LEFT JOIN b AS q ON q.k = o.k);
-- o.k	Int64	''	''	''	''	''
-- p.k	Int64	''	''	''	''	''
-- q.v	Int64	''	''	''	''	''
DESCRIBE (SELECT o.k, count() FROM a AS o LEFT JOIN b AS p ON p.k = o.k GROUP BY o.k);
-- count()	UInt64	''	''	''	''	''
-- k	Int64	''	''	''	''	''
DESCRIBE (SELECT p.k, count() FROM a AS o LEFT JOIN b AS p ON p.k = o.k GROUP BY p.k);
-- count()	UInt64	''	''	''	''	''
-- p.k	Int64	''	''	''	''	''
WITH x AS (SELECT o.k, o.c, sum(p.v) AS v FROM a AS o LEFT JOIN b AS p ON p.k = o.k GROUP BY o.k, o.c) SELECT t.k, t.v FROM x AS t ORDER BY t.k;
-- 1	5
-- 2	0
SELECT t.k FROM (SELECT o.k, p.v FROM a AS o LEFT JOIN b AS p ON p.k = o.k) AS t ORDER BY k;
-- 1
-- 2
SELECT c.k, count(t.v) FROM a AS c LEFT JOIN (SELECT o.k, p.v FROM a AS o INNER JOIN b AS p ON p.k = o.k) AS t ON t.k = c.k GROUP BY c.k ORDER BY c.k;
-- 1	1
-- 2	1
SELECT t.k FROM (SELECT p.k FROM a AS o LEFT JOIN b AS p ON p.k = o.k) AS t;
-- error UNKNOWN_IDENTIFIER
SELECT t.`p.k` FROM (SELECT p.k FROM a AS o LEFT JOIN b AS p ON p.k = o.k) AS t ORDER BY ALL;
-- 0
-- 1
