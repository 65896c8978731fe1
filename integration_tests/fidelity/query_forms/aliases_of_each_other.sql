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
