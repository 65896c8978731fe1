-- WITH expression AS name, beside CTEs.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'old', 1), (2, 'b', 1), (3, 'c', 1);
INSERT INTO t VALUES (1, 'new', 2);

WITH 2 AS low SELECT k FROM t FINAL WHERE k >= low ORDER BY k;
-- 2
-- 3
WITH upper(v) AS u SELECT k, u FROM t FINAL ORDER BY k;
-- 1	NEW
-- 2	B
-- 3	C
WITH (SELECT max(k) FROM t FINAL) AS top SELECT v FROM t FINAL WHERE k = top;
-- c
WITH recent AS (SELECT k FROM t FINAL WHERE ver > 1) SELECT v FROM t FINAL WHERE k IN (SELECT k FROM recent);
-- new
WITH a AS (SELECT k FROM t FINAL), b AS (SELECT k + 1 AS k FROM a) SELECT count() FROM a JOIN b ON a.k = b.k;
-- 2
WITH 'x' AS letter, 1 + 1 AS two SELECT letter, two;
-- x	2
