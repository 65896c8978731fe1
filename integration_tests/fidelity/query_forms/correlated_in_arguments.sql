-- A correlated subquery is refused where ClickHouse refuses it: in arguments of aggregates and windows, in keys and in ON.

CREATE TABLE a (x Nullable(Int64), p Int64) ENGINE = MergeTree ORDER BY p;
CREATE TABLE b (x Nullable(Int64), q Int64) ENGINE = MergeTree ORDER BY q;
INSERT INTO a VALUES (1, 1), (2, 2), (NULL, 3), (4, 4);
INSERT INTO b VALUES (1, 10), (3, 30), (NULL, 40), (5, 50);
SELECT sum((SELECT max(q) FROM b WHERE b.x = a.x)) FROM a;
-- error NOT_IMPLEMENTED
SELECT sumIf(p, EXISTS (SELECT 1 FROM b WHERE b.x = a.x)) FROM a;
-- error NOT_IMPLEMENTED
SELECT p, sum((SELECT max(q) FROM b WHERE b.x = a.x)) OVER (ORDER BY p) FROM a ORDER BY p;
-- error NOT_IMPLEMENTED
SELECT (SELECT max(q) FROM b WHERE b.x = a.x) AS m, count() FROM a GROUP BY m ORDER BY m;
-- error NOT_IMPLEMENTED
SELECT count() FROM a GROUP BY EXISTS (SELECT 1 FROM b WHERE b.x = a.x);
-- error NOT_IMPLEMENTED
SELECT a.p FROM a JOIN b ON a.p = (SELECT count() FROM b AS c WHERE c.x = a.x) ORDER BY 1;
-- error NOT_IMPLEMENTED

-- One that names nothing from around can stand there, and a column of a subquery is an argument.
SELECT sum((SELECT max(q) FROM b)) FROM a;
-- 200
SELECT (SELECT max(q) FROM b) AS m, count() FROM a GROUP BY m;
-- 50	4
SELECT sum(m) FROM (SELECT (SELECT max(q) FROM b WHERE b.x = a.x) AS m FROM a);
-- 10
SELECT m, count() FROM (SELECT (SELECT max(q) FROM b WHERE b.x = a.x) AS m FROM a) GROUP BY m ORDER BY m;
-- 10	1
-- \N	3
SELECT p, (SELECT max(q) FROM b WHERE b.x = a.x) AS m FROM a ORDER BY p;
-- 1	10
-- 2	\N
-- 3	\N
-- 4	\N
