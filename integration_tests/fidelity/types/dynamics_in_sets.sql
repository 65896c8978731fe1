-- Values inside a JSON where equal ones become one.

CREATE TABLE t (k Int64, j JSON) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '{"a":{"b":1},"d":[1,2]}'), (2, '{"a":{"b":"1"},"q":2.5}'), (3, '{}'), (4, '{"a":{"b":1}}');

SELECT DISTINCT j.a.b FROM t;
-- 1
-- 1
-- \N

SELECT DISTINCT dynamicType(j.a.b) AS x FROM t ORDER BY x;
-- Int64
-- None
-- String

SELECT j.a.b FROM t UNION DISTINCT SELECT j.q FROM t;
-- 1
-- 1
-- 2.5
-- \N

SELECT j.a.b FROM t EXCEPT SELECT j.q FROM t;
-- 1
-- 1
-- 1

SELECT DISTINCT j.d FROM t;
-- [1,2]
-- \N

SELECT uniq(j.a.b), uniqExact(j.a.b), count(j.a.b), count(j.nothing) FROM t;
-- 3	3	4	4

SELECT k FROM t ORDER BY k LIMIT 1 BY j.a.b;
-- 1
-- 2
-- 3

SELECT k FROM t WHERE empty(j);
-- 3

SELECT x.1 FROM (SELECT DISTINCT (k > 2, j.a.b) AS x FROM t) ORDER BY x.1;
-- 0
-- 0
-- 1
-- 1
