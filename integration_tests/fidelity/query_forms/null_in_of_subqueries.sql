-- IN over subqueries where NULL is a value: names that hide others, constants, tables without rows.

CREATE TABLE t (k Int64, x Nullable(Int64)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, NULL), (3, 3);
CREATE TABLE e (k Int64, x Nullable(Int64)) ENGINE = ReplacingMergeTree ORDER BY k;

SELECT k FROM t AS c FINAL WHERE (x, 'a') IN (SELECT k AS name, 'a' AS c FROM t) ORDER BY k SETTINGS transform_null_in = 1;
-- 1
-- 3
SELECT k FROM t AS c WHERE x IN (SELECT k AS c FROM t) ORDER BY k SETTINGS transform_null_in = 1;
-- 1
-- 3
SELECT count() FROM t AS l FINAL WHERE (1, 'x y') IN (SELECT k, 'a' AS c FROM e AS m) SETTINGS transform_null_in = 1;
-- 0
SELECT count() FROM t AS l FINAL WHERE 1 NOT IN (SELECT k FROM e) SETTINGS transform_null_in = 1;
-- 3
SELECT count() FROM t WHERE NULL IN (SELECT x FROM t) AND NULL NOT IN (SELECT x FROM e) AND 1 IN (SELECT x FROM t) SETTINGS transform_null_in = 1;
-- 3
SELECT k FROM t WHERE x IN (SELECT x AS t FROM t WHERE k > 1) ORDER BY k SETTINGS transform_null_in = 1;
-- 2
-- 3
