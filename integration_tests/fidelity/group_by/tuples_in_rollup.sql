-- ROLLUP and CUBE take tuples apart that are made for a key.

SELECT tuple(number, number % 2) AS t, count() FROM numbers(3) GROUP BY t WITH ROLLUP ORDER BY t SETTINGS group_by_use_nulls = 1;
-- (0,0)	1
-- (0,NULL)	1
-- (1,1)	1
-- (1,NULL)	1
-- (2,0)	1
-- (2,NULL)	1
-- (NULL,NULL)	3
SELECT tuple(number, number % 2) AS t, count() FROM numbers(3) GROUP BY t WITH ROLLUP ORDER BY ALL;
-- (0,0)	1
-- (0,0)	1
-- (0,0)	3
-- (1,0)	1
-- (1,1)	1
-- (2,0)	1
-- (2,0)	1
SELECT (number, number % 2) AS t, count() FROM numbers(3) GROUP BY t WITH CUBE ORDER BY ALL;
-- (0,0)	1
-- (0,0)	1
-- (0,0)	2
-- (0,0)	3
-- (0,1)	1
-- (1,0)	1
-- (1,1)	1
-- (2,0)	1
-- (2,0)	1
SELECT (number, number % 2) AS t, count() FROM numbers(3) GROUP BY t ORDER BY ALL;
-- (0,0)	1
-- (1,1)	1
-- (2,0)	1
SELECT (number, number % 2) AS t, t.1 AS a, count() FROM numbers(3) GROUP BY t WITH ROLLUP ORDER BY ALL;
-- (0,0)	0	1
-- (0,0)	0	1
-- (0,0)	0	3
-- (1,0)	1	1
-- (1,1)	1	1
-- (2,0)	2	1
-- (2,0)	2	1
SELECT (number, number % 2) AS t, number AS b, count() FROM numbers(3) GROUP BY t, b WITH ROLLUP ORDER BY ALL;
-- (0,0)	0	1
-- (0,0)	0	1
-- (0,0)	0	3
-- (1,0)	1	1
-- (1,1)	1	1
-- (2,0)	2	1
-- (2,0)	2	1
SELECT (number, number % 2) AS t, count() FROM numbers(3) GROUP BY GROUPING SETS ((t), ()) ORDER BY ALL;
-- (0,0)	1
-- (0,0)	3
-- (1,1)	1
-- (2,0)	1
SELECT count() FROM numbers(3) GROUP BY tuple(number, number % 2) WITH ROLLUP ORDER BY ALL;
-- 1
-- 1
-- 1
-- 1
-- 1
-- 1
-- 3
SELECT x AS t, count() FROM (SELECT (number, number % 2) AS x FROM numbers(3)) GROUP BY t WITH ROLLUP ORDER BY ALL;
-- (0,0)	1
-- (0,0)	3
-- (1,1)	1
-- (2,0)	1
SELECT (number, number % 2) AS t, count() FROM numbers(3) GROUP BY t HAVING t.1 > 0 ORDER BY ALL;
-- (1,1)	1
-- (2,0)	1
SELECT number AS n, count() FROM numbers(3) GROUP BY number, n WITH ROLLUP ORDER BY ALL;
-- 0	1
-- 0	3
-- 1	1
-- 2	1
SELECT number AS n, count() FROM numbers(3) GROUP BY number, n WITH CUBE ORDER BY ALL;
-- 0	1
-- 0	3
-- 1	1
-- 2	1
SELECT number AS n, count() FROM numbers(3) GROUP BY number, n ORDER BY ALL;
-- 0	1
-- 1	1
-- 2	1
SELECT number AS n, count(), grouping(number) FROM numbers(3) GROUP BY number, n WITH CUBE ORDER BY ALL;
-- 0	1	0
-- 0	3	1
-- 1	1	0
-- 2	1	0
SELECT number AS n, count() FROM numbers(3) GROUP BY GROUPING SETS ((number, n), ()) ORDER BY ALL;
-- 0	1
-- 0	3
-- 1	1
-- 2	1
SELECT ((number, 1), number % 2) AS t, count() FROM numbers(3) GROUP BY t WITH ROLLUP ORDER BY ALL;
-- ((0,0),0)	3
-- ((0,1),0)	1
-- ((0,1),0)	1
-- ((1,1),0)	1
-- ((1,1),1)	1
-- ((2,1),0)	1
-- ((2,1),0)	1
