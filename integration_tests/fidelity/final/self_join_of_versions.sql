-- The stored versions beside the current one.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1);
INSERT INTO t VALUES (1, 'c', 2);
INSERT INTO t VALUES (1, 'd', 3);

SELECT old.v, now.v FROM t AS old JOIN t AS now FINAL ON old.k = now.k
WHERE old.ver < now.ver ORDER BY old.v;
-- a	d
-- c	d
SELECT t.k, s.n FROM t FINAL JOIN (SELECT k, count() AS n FROM t GROUP BY k) AS s USING (k) ORDER BY t.k;
-- 1	3
-- 2	1
SELECT k, n FROM (SELECT k, count() AS n FROM t GROUP BY k) AS s WHERE n > 1;
-- 1	3
