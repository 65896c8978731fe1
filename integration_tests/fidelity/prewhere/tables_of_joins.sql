-- PREWHERE in a FROM of several tables filters the one whose columns it names, before the joins.

CREATE TABLE a (k Int32, v UInt32, x Int32, s String, arr Array(Int32)) ENGINE = ReplacingMergeTree(v) ORDER BY k;
CREATE TABLE b (k Int32, v UInt32, y Int32) ENGINE = ReplacingMergeTree(v) ORDER BY k;
CREATE TABLE c (k Int32, z Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO a VALUES (1, 1, 10, 'a', [1,2]), (2, 1, 20, 'b', [3]), (3, 1, 30, 'c', []);
INSERT INTO a VALUES (1, 2, 11, 'a', [1]), (2, 2, 21, 'b', [4,5]);
INSERT INTO b VALUES (1, 1, 100), (2, 1, 200), (4, 1, 400);
INSERT INTO b VALUES (1, 2, 101), (4, 2, 401);
INSERT INTO c VALUES (1, 1), (1, 2), (2, 3), (5, 5);
SELECT a.k, a.x, b.y FROM a FINAL JOIN b ON a.k = b.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1	11	100
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, b.y FROM a FINAL JOIN b FINAL ON a.k = b.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, b.y FROM a FINAL JOIN b FINAL ON a.k = b.k PREWHERE b.y < 401 ORDER BY ALL;
-- 1	11	101
-- 2	21	200
SELECT a.k, a.x, b.y FROM a JOIN b FINAL ON a.k = b.k PREWHERE b.y < 101 ORDER BY ALL;
-- 1	10	100
-- 1	11	100
SELECT a.k, a.x, b.y FROM a LEFT JOIN b ON a.k = b.k PREWHERE b.y < 101 ORDER BY ALL;
-- 1	10	100
-- 1	11	100
-- 2	20	0
-- 2	21	0
-- 3	30	0
SELECT a.k, a.x, b.y FROM a LEFT JOIN b ON a.k = b.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1	10	100
-- 1	10	101
-- 1	11	100
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, b.y FROM a LEFT JOIN b FINAL ON a.k = b.k PREWHERE b.y < 101 ORDER BY ALL;
-- 1	10	100
-- 1	11	100
-- 2	20	0
-- 2	21	0
-- 3	30	0
SELECT a.k, a.x, b.y FROM a RIGHT JOIN b ON a.k = b.k PREWHERE a.x < 21 ORDER BY ALL;
-- 0	0	400
-- 0	0	401
-- 1	10	100
-- 1	10	101
-- 1	11	100
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, b.y FROM a FULL JOIN b ON a.k = b.k PREWHERE a.x < 21 ORDER BY ALL;
-- 0	0	400
-- 0	0	401
-- 1	10	100
-- 1	10	101
-- 1	11	100
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, b.k, b.y FROM a FULL JOIN b ON a.k = b.k PREWHERE b.y < 401 ORDER BY ALL;
-- 0	0	4	400
-- 1	10	1	100
-- 1	10	1	101
-- 1	11	1	100
-- 1	11	1	101
-- 2	20	2	200
-- 2	21	2	200
-- 3	30	0	0
SELECT a.k, a.x, b.k, b.y FROM a FINAL FULL JOIN b ON a.k = b.k PREWHERE a.x < 21 ORDER BY ALL;
-- 0	0	4	400
-- 0	0	4	401
-- 1	11	1	100
-- 1	11	1	101
-- 2	20	2	200
SELECT a.k, a.x, b.y FROM a FINAL JOIN b ON a.k = b.k PREWHERE a.x < b.y ORDER BY ALL;
-- error ILLEGAL_PREWHERE
SELECT a.k, a.x, b.y FROM a FINAL JOIN b ON a.k = b.k PREWHERE a.x < 21 AND b.y < 200 ORDER BY ALL;
-- error ILLEGAL_PREWHERE
SELECT a.k, a.x, b.y, c.z FROM a FINAL JOIN b ON a.k = b.k JOIN c ON c.k = a.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1	11	100	1
-- 1	11	100	2
-- 1	11	101	1
-- 1	11	101	2
-- 2	20	200	3
SELECT a.k, a.x, b.y, c.z FROM a FINAL JOIN b ON a.k = b.k LEFT JOIN c ON c.k = a.k PREWHERE x < 21 WHERE y > 100 ORDER BY ALL;
-- 1	11	101	1
-- 1	11	101	2
-- 2	20	200	3
SELECT k, x, y FROM a FINAL JOIN b USING (k) PREWHERE x < 21 ORDER BY ALL;
-- 1	11	100
-- 1	11	101
-- 2	20	200
SELECT k, x, y FROM a FINAL JOIN b USING (k) PREWHERE k < 2 ORDER BY ALL;
-- 1	11	100
-- 1	11	101
SELECT k, x, y FROM a FINAL FULL JOIN b USING (k) PREWHERE k < 2 ORDER BY ALL;
-- 1	11	100
-- 1	11	101
-- 2	0	200
-- 4	0	400
-- 4	0	401
SELECT k, x, y FROM a FULL JOIN b USING (k) PREWHERE k < 2 ORDER BY ALL;
-- 1	10	100
-- 1	10	101
-- 1	11	100
-- 1	11	101
-- 2	0	200
-- 4	0	400
-- 4	0	401
SELECT k, x, y FROM a RIGHT JOIN b USING (k) PREWHERE k < 2 ORDER BY ALL;
-- 1	10	100
-- 1	10	101
-- 1	11	100
-- 1	11	101
-- 2	0	200
-- 4	0	400
-- 4	0	401
SELECT k, x, e FROM a FINAL ARRAY JOIN arr AS e PREWHERE x < 21 ORDER BY ALL;
-- 1	11	1
-- 2	20	3
SELECT k, x, e FROM a ARRAY JOIN arr AS e PREWHERE e > 1 ORDER BY ALL;
-- error ILLEGAL_PREWHERE
SELECT k, x, arr FROM a ARRAY JOIN arr PREWHERE arr > 1 ORDER BY ALL;
-- error ILLEGAL_PREWHERE
SELECT a.k, a.x, q.y FROM a FINAL JOIN (SELECT k, max(y) AS y FROM b GROUP BY k) AS q ON a.k = q.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, q.y FROM a FINAL JOIN (SELECT k, max(y) AS y FROM b GROUP BY k) AS q ON a.k = q.k PREWHERE q.y < 21 ORDER BY ALL;
-- error ILLEGAL_PREWHERE
SELECT q.k, a.x FROM (SELECT k, max(y) AS y FROM b GROUP BY k) AS q JOIN a FINAL ON a.k = q.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1	11
-- 2	20
SELECT t.k, t.x, u.x FROM a AS t FINAL JOIN a AS u FINAL ON t.k = u.k PREWHERE t.x < 21 ORDER BY ALL;
-- 1	11	11
-- 2	20	21
SELECT t.k, t.x, u.x FROM a AS t FINAL, a AS u FINAL PREWHERE u.x < 21 ORDER BY ALL;
-- 1	11	11
-- 1	11	20
-- 2	21	11
-- 2	21	20
-- 3	30	11
-- 3	30	20
SELECT a.k, count() FROM a FINAL ANY LEFT JOIN c ON a.k = c.k PREWHERE a.x < 21 GROUP BY a.k ORDER BY ALL;
-- 1	1
-- 2	1
SELECT a.k FROM a FINAL SEMI LEFT JOIN c ON a.k = c.k PREWHERE a.x < 21 ORDER BY ALL;
-- 1
-- 2
SELECT a.k FROM a FINAL ANTI LEFT JOIN c ON a.k = c.k PREWHERE a.x < 21 ORDER BY ALL;
-- (no rows)
SELECT a.k FROM a FINAL CROSS JOIN c PREWHERE a.x < 21 ORDER BY ALL;
-- 1
-- 1
-- 1
-- 1
-- 2
-- 2
-- 2
-- 2
SELECT a.k, a.x FROM a FINAL JOIN b ON a.k = b.k PREWHERE 1 ORDER BY ALL;
-- 1	11
-- 1	11
-- 2	21
SELECT a.k, a.x FROM a FINAL JOIN b ON a.k = b.k PREWHERE a.k IN (SELECT k FROM c) ORDER BY ALL;
-- 1	11
-- 1	11
-- 2	21
SELECT a.k, a.x FROM a FINAL JOIN b ON a.k = b.k PREWHERE a.x IN (SELECT z * 10 FROM c) ORDER BY ALL;
-- 1	10
-- 1	10
-- 2	20
SELECT a.k, a.x AS q, b.y FROM a FINAL JOIN b ON a.k = b.k PREWHERE q < 21 ORDER BY ALL;
-- 1	11	100
-- 1	11	101
-- 2	20	200
SELECT b.k, b.y FROM b FINAL LEFT JOIN a ON a.k = b.k PREWHERE b.y < 401 AND NOT b.y = 100 ORDER BY ALL;
-- 1	101
-- 1	101
-- 2	200
-- 2	200
-- 4	400
SELECT a.k, a.x, c.z FROM a FINAL LEFT JOIN c ON a.k = c.k PREWHERE a.x < 21 WHERE c.z != 1 ORDER BY ALL LIMIT 1 BY a.k;
-- 1	11	2
-- 2	20	3
SELECT a.k, b.y FROM a FINAL RIGHT JOIN b ON a.k = b.k PREWHERE 0 ORDER BY ALL;
-- 0	100
-- 0	101
-- 0	200
-- 0	400
-- 0	401
SELECT a.k, b.y FROM a FINAL RIGHT JOIN b ON a.k = b.k PREWHERE a.x = (SELECT max(x) FROM a FINAL) ORDER BY ALL;
-- 0	100
-- 0	101
-- 0	200
-- 0	400
-- 0	401
SELECT a.k, b.y FROM a FINAL RIGHT JOIN b ON a.k = b.k PREWHERE (a.k, a.x) IN (SELECT k, x FROM a FINAL) WHERE a.k IN (1, 2) ORDER BY ALL;
-- 1	100
-- 1	101
-- 2	200
SELECT sum(q), count() FROM (SELECT a.x AS q FROM a FINAL LEFT JOIN b USING (k) PREWHERE a.s LIKE '%a%' OR x > 20 LIMIT 10);
-- 73	4
SELECT a.k, sum(b.y) AS n FROM a FINAL LEFT JOIN b ON a.k = b.k PREWHERE x < 21 GROUP BY a.k WITH ROLLUP HAVING n > 0 ORDER BY ALL;
-- 0	401
-- 1	201
-- 2	200
SELECT k FROM a FINAL ASOF JOIN b ON a.k = b.k AND a.v <= b.v PREWHERE y > 100 ORDER BY ALL;
-- 1
SELECT a.k FROM a FINAL JOIN b ON a.k = b.k PREWHERE arrayExists(k -> k > 1, a.arr) ORDER BY ALL;
-- 1
-- 1
-- 2
SELECT k FROM a FINAL JOIN b ON a.k = b.k JOIN c ON a.k = c.k PREWHERE k > 1 ORDER BY ALL;
-- 2
SELECT a.k FROM a JOIN b ON a.k = b.k PREWHERE nosuch > 1;
-- error UNKNOWN_IDENTIFIER
SELECT a.k FROM a JOIN b ON a.k = b.k PREWHERE count() > 1;
-- error ILLEGAL_AGGREGATION
SELECT a.k FROM a JOIN b ON a.k = b.k PREWHERE a.s;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT t.k FROM (SELECT 1 AS k) AS t JOIN a ON a.k = t.k PREWHERE 1;
-- error ILLEGAL_PREWHERE
WITH w AS (SELECT k FROM b) SELECT a.k FROM a FINAL JOIN w ON a.k = w.k PREWHERE w.k > 1;
-- error ILLEGAL_PREWHERE
WITH w AS (SELECT k FROM b) SELECT a.k FROM a FINAL JOIN w ON a.k = w.k PREWHERE a.x > 1 ORDER BY ALL;
-- 1
-- 1
-- 2
SELECT k, x, y FROM a FINAL JOIN b USING (k) PREWHERE x < 21 ORDER BY ALL SETTINGS final = 1;
-- 1	11	101
-- 2	20	200
SELECT a.k, a.x, b.y FROM a LEFT JOIN b ON a.k = b.k PREWHERE b.y < 101 ORDER BY ALL SETTINGS final = 1;
-- 1	11	100
-- 2	21	0
-- 3	30	0
SELECT a.k, a.x, b.y FROM a LEFT JOIN b ON a.k = b.k PREWHERE b.y < 101 ORDER BY ALL SETTINGS join_use_nulls = 1;
-- 1	10	100
-- 1	11	100
-- 2	20	\N
-- 2	21	\N
-- 3	30	\N
SELECT count() FROM (SELECT 1 AS one FROM numbers(2) AS n CROSS JOIN a PREWHERE a.x > 1 OR true);
-- error ILLEGAL_PREWHERE
SELECT a.k, c.z FROM a FINAL CROSS JOIN c PREWHERE (true) OR c.z != 4 ORDER BY ALL LIMIT 3;
-- 1	1
-- 1	2
-- 1	3
SELECT 1 FROM (SELECT 1 AS one) PREWHERE nosuch;
-- error UNKNOWN_IDENTIFIER
