-- Arguments of table functions and of views with parameters name what WITH and the columns name.

CREATE TABLE t (k UInt8, s String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (2, 'b'), (4, 'd'), (5, 'e');

WITH (SELECT min(k), max(k) FROM t) AS bounds SELECT number FROM numbers(bounds.1, bounds.2 - bounds.1);
-- 2
-- 3
-- 4
WITH (SELECT max(k) FROM t) AS last SELECT * FROM generate_series(3, assumeNotNull(last));
-- 3
-- 4
-- 5
WITH (SELECT max(k) FROM t) AS last SELECT number FROM numbers(last);
-- error ILLEGAL_TYPE_OF_ARGUMENT
WITH 3 AS n SELECT t.s, x.number FROM t JOIN numbers(n) AS x ON x.number = t.k;
-- b	2
SELECT 2 AS n, number, (SELECT count() FROM t WHERE k > number) AS more FROM numbers(n + 1);
-- 2	0	3
-- 2	1	3
-- 2	2	2
SELECT number AS n FROM numbers(n);
-- error UNKNOWN_IDENTIFIER
WITH 2 AS n SELECT s FROM t WHERE k IN (SELECT number FROM numbers(n, n));
-- b
WITH ('x', 7) AS pair SELECT a, b FROM values('a String, b UInt8', (pair.1, pair.2), ('y', 8)) WHERE b IN (SELECT k + 3 FROM t);
-- x	7
-- y	8
CREATE VIEW from_k AS SELECT k, s FROM t WHERE k >= {least:UInt8};
WITH 4 AS least_k SELECT * FROM from_k(least = least_k);
-- 4	d
-- 5	e
WITH (SELECT max(k) FROM t) AS last SELECT * FROM from_k(least = last);
-- 5	e
SELECT 5 AS wanted, s FROM from_k(least = wanted);
-- 5	e
