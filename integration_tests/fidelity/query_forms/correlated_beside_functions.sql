-- Correlated subqueries as arguments of functions that name them several times.

CREATE TABLE t1 (c1 UInt64, c2 UInt64, f Float64, d Decimal(9,2), s String) ENGINE = MergeTree ORDER BY c1;
INSERT INTO t1 SELECT number, number % 10, number / 3, number / 4, toString(number) FROM numbers(30);
SELECT c1 FROM t1 AS o WHERE c2 > (SELECT avg(c2) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3) ORDER BY c1 LIMIT 5;
-- 5
-- 6
-- 7
-- 8
-- 9
SELECT c1, c2 = (SELECT avg(i.c2) FROM t1 AS i WHERE i.c1 = o.c1) AS e, (SELECT max(f) FROM t1 AS i WHERE i.c1 = o.c1) > o.c1 AS g FROM t1 AS o ORDER BY c1 LIMIT 5;
-- 0	1	0
-- 1	1	0
-- 2	1	0
-- 3	1	0
-- 4	1	0
SELECT count() FROM t1 WHERE c2 > (SELECT avg(c2) FROM t1);
-- 15
SELECT c1 FROM t1 AS o WHERE d > (SELECT avg(f) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3) ORDER BY c1 LIMIT 5;
-- 21
-- 22
-- 23
-- 24
-- 25
SELECT round((SELECT avg(f) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3), 2) AS r, intDiv(o.c1, (SELECT max(c2) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3)) AS q FROM t1 AS o ORDER BY c1 LIMIT 5;
-- 4.5	0
-- 4.83	0
-- 5.17	0
-- 4.5	0
-- 4.83	0
SELECT substring((SELECT max(s) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3), 2, 1) AS r, position((SELECT max(s) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3), '8') AS q FROM t1 AS o ORDER BY c1 LIMIT 5;
-- ''	0
-- ''	0
-- ''	1
-- ''	0
-- ''	0
SELECT c1 FROM t1 AS o WHERE c1 BETWEEN (SELECT avg(c2) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3) AND (SELECT avg(c1) FROM t1 AS i WHERE i.c1 % 3 = o.c1 % 3) ORDER BY c1 LIMIT 5;
-- 5
-- 6
-- 7
-- 8
-- 9
