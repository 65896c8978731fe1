-- Subqueries beside GROUP BY that name its keys.

CREATE TABLE t (k Int64, name String, g Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'n1', 1), (2, 'n2', 1), (3, 'n3', 2);
CREATE TABLE u (k Int64, x Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO u VALUES (1, 10), (2, 20), (1, 11);

SELECT o.g, (SELECT count() FROM t AS i WHERE i.g = o.g) FROM t AS o GROUP BY o.g ORDER BY o.g;
-- 1	2
-- 2	1

SELECT g, (SELECT count() FROM t AS i WHERE i.g = o.g) + 1 AS c, sum(k) FROM t AS o GROUP BY g ORDER BY g;
-- 1	3	3
-- 2	2	3

SELECT o.g FROM t AS o GROUP BY o.g HAVING (SELECT count() FROM t AS i WHERE i.g = o.g) > 1 ORDER BY o.g;
-- 1

SELECT o.g, (SELECT sum(x) FROM u FINAL WHERE u.k = o.g) AS s FROM t AS o GROUP BY o.g ORDER BY o.g;
-- 1	11
-- 2	20

SELECT o.g, sum(k) FROM t AS o GROUP BY o.g HAVING EXISTS (SELECT 1 FROM u WHERE u.k = o.g AND x > 15) ORDER BY o.g;
-- 2	3

SELECT o.g AS a, (SELECT count() FROM t AS i WHERE i.g = a) AS c FROM t AS o GROUP BY a ORDER BY a;
-- 1	2
-- 2	1
