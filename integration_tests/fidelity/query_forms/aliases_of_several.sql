-- An alias of several expressions is refused where it is named, or is a column's; it may be defined inside of others.

CREATE TABLE t (k UInt8, n UInt8) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 10), (2, 20);

SELECT (k AS x) + 1 AS a, (n AS x) + 1 AS b FROM t FINAL ORDER BY a;
-- 2	11
-- 3	21
SELECT k + (1 AS x) AS s FROM t WHERE n > (10 AS x) ORDER BY s;
-- 3
SELECT (k AS x) + 1 AS a, (n AS x) + 1 AS b FROM t ORDER BY x;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT k AS x, (n AS x) + 1 FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT (n AS x) + 1, k AS x FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT (k AS x) + (n AS x), (SELECT x) FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT (k AS x) + (n AS x) AS s FROM t WHERE x = 1;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
WITH 1 AS x, 2 AS x SELECT k FROM t ORDER BY k;
-- 1
-- 2
SELECT arrayMap(v -> (v + 1) AS w, [k]) AS a, arrayMap(v -> (v || '!') AS w, ['s']) AS b FROM t ORDER BY k;
-- [2]	['s!']
-- [3]	['s!']
WITH v -> v + 1 AS f, v -> v + 2 AS f SELECT f(k) FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT count(), sum(k AS x) FROM t GROUP BY n AS x;
-- 1	1
-- 1	2
SELECT t.k FROM t CROSS JOIN no_such_function_of_tables(k = 1) AS x;
-- error UNKNOWN_FUNCTION
