-- The table functions numbers and system.numbers, and system.one.

SELECT * FROM numbers(3);
-- 0
-- 1
-- 2
SELECT sum(number) FROM numbers(5, 10);
-- 95
SELECT number * 2 AS even FROM numbers(4) WHERE number > 1 ORDER BY even;
-- 4
-- 6
SELECT number FROM system.numbers LIMIT 3;
-- 0
-- 1
-- 2
SELECT dummy FROM system.one;
-- 0
SELECT count() FROM numbers(100000) WHERE number % 7 = 0;
-- 14286
SELECT n.number FROM numbers(2) AS n JOIN numbers(1, 2) AS m ON n.number = m.number;
-- 1
