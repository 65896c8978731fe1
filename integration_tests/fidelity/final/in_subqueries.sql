-- FINAL in subqueries, in FROM and after IN.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'old', 1), (2, 'same', 1), (3, 'x', 1);
INSERT INTO t VALUES (1, 'new', 2);

SELECT v FROM t FINAL WHERE k IN (SELECT k FROM t FINAL WHERE v = 'new');
-- new
SELECT v FROM t FINAL WHERE k NOT IN (SELECT k FROM t WHERE v = 'old') ORDER BY v;
-- same
-- x
SELECT max(n) FROM (SELECT count() AS n FROM t FINAL GROUP BY v) AS s;
-- 1
SELECT (SELECT count() FROM t FINAL) AS current, (SELECT count() FROM t) AS stored;
-- 3	4
SELECT k FROM t FINAL WHERE ver = (SELECT max(ver) FROM t FINAL);
-- 1
SELECT count() FROM (SELECT k FROM t FINAL UNION ALL SELECT k FROM t) AS u;
-- 7
SELECT k FROM t FINAL WHERE EXISTS (SELECT 1 FROM t WHERE v = 'old') ORDER BY k;
-- 1
-- 2
-- 3
