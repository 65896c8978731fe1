-- One name for two subqueries is an error; for the same subquery twice it is none.

CREATE TABLE t (k Int64, d Date) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-01'), (2, '2024-01-02');
WITH (SELECT max(k) FROM t) AS w SELECT (SELECT min(k) FROM t) AS w FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
WITH (SELECT max(k) FROM t) AS w SELECT (SELECT   max(k)  FROM t) AS w FROM t;
-- 2
-- 2
WITH (SELECT max(k) FROM t) + 1 AS w SELECT (SELECT min(k) FROM t) + 1 AS w FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT (SELECT 1) AS a, (SELECT 2) AS a, k FROM t;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
WITH 1 AS a SELECT (SELECT k FROM t LIMIT 1) AS a;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
SELECT l.k FROM t AS l ASOF JOIN t AS r ON l.k = r.k AND l.d <= r.nothing;
-- error UNKNOWN_IDENTIFIER
