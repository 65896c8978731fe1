-- The query of view(…) sees nothing that WITH names around it: the table answers, not the CTE.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1), (2);
WITH t AS (SELECT 1 AS x) SELECT count() FROM view(SELECT * FROM t);
-- 2
WITH a AS (SELECT count() AS n FROM view(SELECT * FROM (SELECT * FROM t))), t AS (SELECT n FROM a) SELECT n FROM t;
-- 2
WITH c AS (SELECT k FROM t) SELECT * FROM view(SELECT * FROM c);
-- error UNKNOWN_TABLE
WITH c AS (SELECT k FROM t) SELECT * FROM view(WITH c AS (SELECT max(k) AS m FROM t) SELECT m FROM c);
-- 2
WITH 5 AS y SELECT y FROM view(SELECT y AS z FROM t);
-- error UNKNOWN_IDENTIFIER
WITH x -> x + 1 AS plus_one SELECT plus_one(k) FROM view(SELECT plus_one(k) AS k FROM t);
-- error UNKNOWN_FUNCTION
WITH x -> x + 1 AS plus_one SELECT plus_one(k) FROM view(SELECT k FROM t) ORDER BY 1;
-- 2
-- 3
