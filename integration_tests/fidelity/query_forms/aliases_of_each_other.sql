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
