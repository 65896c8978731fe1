-- Lambdas with names, names of functions as lambdas, and aliases inside of lambdas.

CREATE TABLE t (id UInt64, arr Array(UInt64)) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, [4, 5]);
WITH x -> x+1 AS f SELECT f(id) FROM t;
-- 2
WITH (x, y) -> x * y AS mul SELECT mul(id, 3), mul(mul(2, id), 5) FROM t;
-- 3	10
WITH x -> x+1 AS f SELECT arrayMap(f, arr) FROM t;
-- [5,6]
WITH x -> x+1 AS f SELECT (SELECT f(2)), id FROM t WHERE f(id) = 2;
-- 3	1
SELECT arrayMap((x->x*2) AS f,[1]), arrayMap(f,[2]) FROM t;
-- [2]	[4]
SELECT arrayMap(lambda(tuple(x),x+1), arr) FROM t;
-- [5,6]
SELECT arrayMap(x->(x*2 AS d)+d, arr) FROM t;
-- [16,20]
SELECT arrayMap(plus, arr, arr) FROM t;
-- [8,10]
SELECT arrayMap(negate, arr), arrayFilter(isNotNull, arr) FROM t;
-- [-4,-5]	[4,5]
WITH x -> sum(x) AS total SELECT total(id), total(id + 1) FROM t;
-- 1	2
WITH x -> x + id AS f SELECT arrayMap(y -> f(y), arr) FROM t;
-- [5,6]
WITH x -> f(x) AS f SELECT f(1) FROM t;
-- error UNSUPPORTED_METHOD
WITH (a, b) -> a AS f SELECT f(1) FROM t;
-- error BAD_ARGUMENTS
SELECT arrayMap((x, i) -> x + i, arr, arrayEnumerate(arr)), arraySort((x, y) -> -y, arr, arr) FROM t;
-- [5,7]	[5,4]
SELECT arrayMap(arr -> arr + 1, arr) FROM t;
-- [5,6]
SELECT arrayMap(x -> x + z, arr), 7 AS z FROM t;
-- [11,12]	7
WITH x -> toString(x) AS toUpper SELECT toUpper(id) FROM t;
-- 1
SELECT arrayFold(plus, arr, toUInt64(0)) FROM t;
-- 9
SELECT arraySum(x -> x AS y, arr), arrayExists(x -> (x > 4) AS big, arr) + 0 FROM t;
-- 9	1
