-- GROUP BY ALL takes the largest parts of the columns that no aggregate is in.

SELECT number%3 AS g, number%2+count(), (number + 1) * 2 - sum(number % 2) FROM numbers(6) GROUP BY ALL ORDER BY ALL;
-- 0	1	2
-- 0	2	7
-- 1	1	10
-- 1	2	3
-- 2	1	6
-- 2	2	11
SELECT substring(toString(number), 1, 1) || toString(count()) FROM numbers(12) GROUP BY ALL ORDER BY ALL;
-- 01
-- 13
-- 21
-- 31
-- 41
-- 51
-- 61
-- 71
-- 81
-- 91
SELECT if(count() > 1, number % 2, 0) FROM numbers(6) GROUP BY ALL ORDER BY ALL;
-- 0
-- 1
SELECT number % 2, [number % 3, count()] FROM numbers(6) GROUP BY ALL ORDER BY ALL;
-- 0	[0,1]
-- 0	[1,1]
-- 0	[2,1]
-- 1	[0,1]
-- 1	[1,1]
-- 1	[2,1]
SELECT sum(number) FROM numbers(3) GROUP BY ALL;
-- 3
SELECT sum(number) + 1 FROM numbers(0) GROUP BY ALL;
-- 1
SELECT 1 + count() FROM numbers(0) GROUP BY ALL;
-- 1
