-- A subquery that is a value has one row; of none the value is NULL, and two rows are an error.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'b');
SELECT (SELECT v FROM t FINAL WHERE k = 2);
-- b
SELECT (SELECT v FROM t WHERE k > 5) AS x, x IS NULL;
-- \N	1
SELECT k, v = (SELECT v FROM t WHERE v = 'b' LIMIT 1) FROM t ORDER BY k;
-- 1	0
-- 2	1
-- 3	1
-- differs: a condition in an answer is a boolean, docs/differences.md#sparks-values
-- 1	false
-- 2	true
-- 3	true
SELECT (SELECT v, k FROM t WHERE k = 3);
-- ('b',3)
SELECT (SELECT DISTINCT v FROM t WHERE k > 1);
-- b
SELECT (SELECT v FROM t GROUP BY v HAVING count() = 1);
-- a
SELECT k FROM t WHERE k = (SELECT k FROM t WHERE v = 'a');
-- 1
SELECT (SELECT v FROM t WHERE v = 'b');
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT count() FROM t WHERE k < (SELECT k FROM t);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT k, v FROM t);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT v FROM t GROUP BY v);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT arrayJoin([1, 2]) FROM t WHERE k = 1);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT 1 UNION ALL SELECT k FROM t WHERE k = 1);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT count() FROM t), (SELECT max(k) FROM t WHERE k > 5);
-- 3	0
