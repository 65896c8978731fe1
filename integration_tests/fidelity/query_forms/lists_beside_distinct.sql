-- DISTINCT in one aggregate leaves the order of the rows to the others.

SELECT groupArray(number), count(DISTINCT number % 2), sumDistinct(number % 3), uniqExact(number % 2, number % 3), avgDistinct(number % 4) FROM numbers(6);
-- [0,1,2,3,4,5]	2	3	6	1.5
SELECT number % 2 AS g, groupArray(number), uniqExact(if(number > 3, NULL, number)) FROM (SELECT number FROM numbers(10) ORDER BY number DESC) GROUP BY g ORDER BY g;
-- 0	[8,6,4,2,0]	2
-- 1	[9,7,5,3,1]	2
