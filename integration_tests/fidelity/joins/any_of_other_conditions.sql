-- ANY JOIN whose ON has no equality, or others beside them.

CREATE TABLE a (k Int32, x Int32) ENGINE = ReplacingMergeTree ORDER BY (k, x);
CREATE TABLE b (k Int32, y Int32) ENGINE = ReplacingMergeTree ORDER BY (k, y);
INSERT INTO a VALUES (1, 1), (2, 2), (3, 3), (2, 9);
INSERT INTO b VALUES (1, 5), (2, 6), (1, 7);
SELECT a.k, a.x, b.k FROM a FINAL ANY LEFT JOIN b FINAL ON a.k = b.k AND a.x < b.y - 1 ORDER BY ALL;
-- 1	1	1
-- 2	2	2
-- 2	9	0
-- 3	3	0
SELECT a.k, a.x, b.k FROM a ANY LEFT JOIN b ON a.k = b.k OR a.x = b.y - 1 ORDER BY ALL;
-- 1	1	1
-- 2	2	2
-- 2	9	2
-- 3	3	0
SELECT b.k, b.y, a.k FROM a ANY RIGHT JOIN b ON a.k = b.k AND a.x < b.y - 5 ORDER BY ALL;
-- 1	5	0
-- 1	7	1
-- 2	6	0
SELECT count(), countIf(b.y = 0) FROM a ANY LEFT JOIN b ON 1 = 1 PREWHERE a.x > 1;
-- 3	0
SELECT count(), countIf(b.y = 0) FROM a ANY LEFT JOIN b ON 1 = 0;
-- 4	4
SELECT count(), sum(n) FROM (SELECT count() AS n FROM a ANY INNER JOIN b ON 1 = 1);
-- 1	1
SELECT count() FROM a ANY RIGHT JOIN b ON 1 = 1 WHERE b.y > 5;
-- 2
SELECT count() FROM a ANY LEFT JOIN b ON a.x = 1;
-- error INVALID_JOIN_ON_EXPRESSION
SELECT count() FROM a ANY LEFT JOIN b ON a.k < b.k;
-- error INVALID_JOIN_ON_EXPRESSION
