-- A row with sign -1 cancels the row of state before it; merges leave what is not cancelled.

CREATE TABLE visits (user UInt64, pages UInt8, seconds UInt16, sign Int8)
ENGINE = CollapsingMergeTree(sign) ORDER BY user;
INSERT INTO visits VALUES (1, 5, 146, 1), (2, 3, 10, 1), (3, 1, 1, 1);
INSERT INTO visits VALUES (1, 5, 146, -1), (1, 6, 185, 1), (3, 1, 1, -1);

SELECT * FROM visits ORDER BY user, seconds, sign;
-- 1	5	146	-1
-- 1	5	146	1
-- 1	6	185	1
-- 2	3	10	1
-- 3	1	1	-1
-- 3	1	1	1
SELECT * FROM visits FINAL ORDER BY user;
-- 1	6	185	1
-- 2	3	10	1
SELECT user, sum(pages * sign), sum(seconds * sign) FROM visits GROUP BY user HAVING sum(sign) > 0 ORDER BY user;
-- 1	6	185
-- 2	3	10
SELECT count() FROM visits FINAL;
-- 2
SELECT name, level, rows FROM system.parts WHERE table = 'visits' AND database = currentDatabase() AND active ORDER BY name;
-- all_1_1_1	1	3
-- all_2_2_1	1	3
OPTIMIZE TABLE visits FINAL;
SELECT * FROM visits ORDER BY user;
-- 1	6	185	1
-- 2	3	10	1
SELECT name, level, rows FROM system.parts WHERE table = 'visits' AND database = currentDatabase() AND active ORDER BY name;
-- all_1_2_2	2	2
INSERT INTO visits VALUES (2, 3, 10, -1);
SELECT * FROM visits FINAL ORDER BY user;
-- 1	6	185	1
OPTIMIZE TABLE visits FINAL;
SELECT * FROM visits ORDER BY user;
-- 1	6	185	1
