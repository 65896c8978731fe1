-- SETTINGS of a subquery hold for it alone.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a');
INSERT INTO t VALUES (1, 'b');
SELECT count() FROM (SELECT * FROM t SETTINGS final = 1);
-- 1
SELECT count() FROM (SELECT * FROM t SETTINGS max_threads = 2, max_memory_usage = 1000000000);
-- 2
SELECT (SELECT count() FROM t SETTINGS final = 1) AS current, (SELECT count() FROM t) AS every;
-- 1	2
SELECT v FROM (SELECT v FROM (SELECT * FROM t) SETTINGS final = 1);
-- b
SELECT count() FROM (SELECT * FROM t SETTINGS max_threads = 1) SETTINGS final = 1;
-- 1
