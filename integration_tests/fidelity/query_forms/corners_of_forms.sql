-- What REPLACE calls by a column's name is the column before; EXCEPT of a pattern; names of WITH in LIMIT.

CREATE TABLE r (k UInt8, v Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO r VALUES (1, 10), (2, 20);
SELECT * REPLACE (v + 1 AS v, k + v AS k) FROM r ORDER BY r.k;
-- 11	11
-- 22	21
SELECT r.* REPLACE (k + (k AS id) AS k), id FROM r ORDER BY r.k;
-- 2	10	1
-- 4	20	2
SELECT * REPLACE (v + 1 AS v), v AS w FROM r ORDER BY r.k;
-- 1	11	11
-- 2	21	21
SELECT * REPLACE (v + 1 AS v) FROM r WHERE v = 11;
-- 1	11
SELECT * REPLACE (-v AS v) FROM r ORDER BY v;
-- 2	-20
-- 1	-10
SELECT * REPLACE (x + 1 AS v), 5 AS x FROM r ORDER BY k;
-- 1	6	5
-- 2	6	5
SELECT * EXCEPT '^v' FROM r ORDER BY k;
-- 1
-- 2
WITH 1 AS lim SELECT k FROM r ORDER BY k LIMIT lim;
-- 1
WITH 1 AS off SELECT k FROM r ORDER BY k LIMIT 5 OFFSET off;
-- 2
WITH 1 AS lim SELECT k FROM (SELECT k FROM r ORDER BY k DESC LIMIT lim);
-- 2
WITH 1 AS lim SELECT k, v FROM r ORDER BY k LIMIT lim BY v;
-- 1	10
-- 2	20
SELECT k FROM r ORDER BY k LIMIT v;
-- error INVALID_LIMIT_EXPRESSION
-- differs: LIMIT knows no columns, docs/differences.md#errors-and-answers
-- error UNKNOWN_IDENTIFIER

-- concat of tuples and of maps; arrays with NULL compared
SELECT toString(concat((1, 2), ('a',))), concat(map('a', 1), map('b', 2)), toString((1, 2) || (3, 4)), toTypeName(concat((1, 2), ('a',))) FROM r LIMIT 1;
-- (1,2,'a')	{'a':1,'b':2}	(1,2,3,4)	Tuple(UInt8, UInt8, String)
SELECT [1, NULL] < [1, 2], [NULL] > [5], [k, NULL] <= [k, NULL], [[NULL]] >= [[1]] FROM r LIMIT 1;
-- 0	1	1	1
SELECT sign(if(k = 1, nan, 1)), sign(-inf), sign(toNullable(-3)), sign(toDecimal32(-1.5, 1)), toTypeName(sign(k)) FROM r ORDER BY k;
-- 1	-1	-1	-1	Int8
-- 1	-1	-1	-1	Int8
SELECT substringIndex('a.b.c', '.', k), substringIndex('a.b.c', '.', -1) FROM r ORDER BY k;
-- a	c
-- a.b	c
SELECT range(0, 5, 0) FROM r;
-- error ARGUMENT_OUT_OF_BOUND
