-- An alias that is defined by itself is unknown.

CREATE TABLE t (k Int64, a Array(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2]);

SELECT k + y AS x, x + k AS y FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT k + x AS x FROM t;
-- error UNKNOWN_IDENTIFIER
WITH x + 1 AS y, y + 1 AS x SELECT x FROM t;
-- error UNKNOWN_IDENTIFIER
WITH length(b) AS w SELECT arrayFilter(e -> e < w, b) AS b, w FROM t;
-- error UNKNOWN_IDENTIFIER
WITH length(a) AS w SELECT w, arrayFilter(e -> e < w, a) AS a FROM t;
-- error UNKNOWN_IDENTIFIER
WITH length(a) AS w SELECT arrayConcat(a, [w]) AS a FROM t;
-- error NO_COMMON_TYPE

SELECT k AS b, b AS k FROM (SELECT k, length(a) AS b FROM t);
-- 2	1
SELECT k AS b, b AS k FROM (SELECT k, length(a) AS b FROM t) WHERE k = 2;
-- 2	1
SELECT k + 10 AS b, b + 100 AS k FROM (SELECT k, length(a) AS b FROM t) WHERE k = 102 AND b = 11 ORDER BY k;
-- 112	111
SELECT k + 10 AS b, b + 100 AS c, c + 1000 AS k FROM (SELECT k, length(a) AS b, 3 AS c FROM t);
-- 1112	1212	1102
SELECT c + 1000 AS k, k + 10 AS b, b + 100 AS c FROM (SELECT k, length(a) AS b, 3 AS c FROM t);
-- 1111	1121	111

-- An alias of a name that means nothing but itself gives way to the column.
SELECT k AS s, s AS k FROM t;
-- 1	1
SELECT k AS s, s AS k FROM t GROUP BY k, s;
-- 1	1
SELECT k AS s, s AS k, s + k AS x, count() FROM t WHERE s = 1 GROUP BY k, s HAVING k > 0 ORDER BY s;
-- 1	1	2	1
SELECT k AS x, x AS y, y AS k FROM t GROUP BY ALL;
-- 1	1	1
SELECT arrayMap(e -> e + s, a) AS x, s AS k, k AS s FROM t;
-- [2,3]	1	1
WITH nothing AS k SELECT k FROM t;
-- 1
SELECT k AS s, s + 0 AS k FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT nothing AS k, k AS x FROM t;
-- error UNKNOWN_IDENTIFIER

-- The columns tell what such a name means, before the keys of GROUP BY.
SELECT k AS b, b AS k FROM (SELECT k, length(a) AS b FROM t) GROUP BY b, k;
-- 2	1
SELECT k AS b, b AS k, max(k) FROM (SELECT k, length(a) AS b FROM t) GROUP BY k, b HAVING b > 1;
-- (no rows)
SELECT k + 10 AS b, b + 100 AS k FROM (SELECT k, length(a) AS b FROM t) GROUP BY k, b;
-- 112	111
SELECT k AS b, b AS k, count() FROM (SELECT k, length(a) AS b FROM t) GROUP BY k;
-- error NOT_AN_AGGREGATE
