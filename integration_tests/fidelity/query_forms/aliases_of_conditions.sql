-- A condition may have an alias without brackets around both, which the rest of the query knows.

CREATE TABLE t (k Int32, v Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 5), (2, 7), (3, 9);
SELECT k FROM t FINAL WHERE v > 5 AS big ORDER BY k;
-- 2
-- 3
SELECT k, big FROM t FINAL WHERE (v > 5) AS big ORDER BY k;
-- 2	1
-- 3	1
SELECT k FROM t FINAL PREWHERE k > 1 AS c WHERE c AS d ORDER BY d, k;
-- 2
-- 3
SELECT big, count() FROM t WHERE (k > 0) AS c GROUP BY v > 5 AS big, c HAVING count() > 1 AS h;
-- 1	2
SELECT r, k FROM t QUALIFY row_number() OVER (ORDER BY k DESC) AS r > 1 ORDER BY k;
-- error SYNTAX_ERROR
SELECT k FROM t WHERE v > 5 AS big AND big;
-- error SYNTAX_ERROR
