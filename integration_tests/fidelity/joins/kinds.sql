-- Inner, left, right, full and cross joins with USING and ON.

CREATE TABLE a (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE b (k Int64, w String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO a VALUES (1, 'a1'), (2, 'a2');
INSERT INTO b VALUES (2, 'b2'), (3, 'b3');

SELECT k, v, w FROM a FINAL JOIN b FINAL USING (k);
-- 2	a2	b2
SELECT a.k, w FROM a INNER JOIN b ON a.k = b.k;
-- 2	b2
SELECT count() FROM a CROSS JOIN b;
-- 4
SELECT count() FROM a, b WHERE a.k < b.k;
-- 3
SELECT a.k, b.k FROM a JOIN b ON a.k = b.k AND b.w = 'b2';
-- 2	2
SELECT count() FROM a LEFT JOIN b ON a.k = b.k;
-- 2
SELECT count() FROM a FULL JOIN b ON a.k = b.k;
-- 3
SELECT v FROM a LEFT SEMI JOIN b ON a.k = b.k;
-- a2
SELECT v FROM a LEFT ANTI JOIN b USING (k);
-- a1
