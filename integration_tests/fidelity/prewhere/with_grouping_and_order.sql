-- PREWHERE with the clauses that come after it.

CREATE TABLE hits (id UInt32, page String, n UInt32, ver UInt32)
ENGINE = ReplacingMergeTree(ver) ORDER BY id;
INSERT INTO hits VALUES (1, 'a', 5, 1), (2, 'a', 6, 1), (3, 'b', 7, 1);
INSERT INTO hits VALUES (3, 'a', 8, 2);

SELECT page, sum(n) FROM hits FINAL PREWHERE n > 5 GROUP BY page ORDER BY page;
-- a	14
SELECT page, sum(n) AS s FROM hits PREWHERE n > 5 WHERE id < 3 GROUP BY page HAVING s > 1;
-- a	6
SELECT id FROM hits FINAL PREWHERE ver = 1 ORDER BY id DESC LIMIT 1;
-- 3
SELECT id FROM hits PREWHERE page = 'a' AND (n = 5 OR n = 8) ORDER BY id;
-- 1
-- 3
