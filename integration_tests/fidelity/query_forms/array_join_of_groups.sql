-- arrayJoin above GROUP BY makes a row for each element of a group; in a key or an aggregate, of a row.

SELECT number % 2 AS k, count(), arrayJoin([k, k + 1]) AS e FROM numbers(4) GROUP BY k ORDER BY k, e;
-- 0	2	0
-- 0	2	1
-- 1	2	1
-- 1	2	2
SELECT number % 2 AS k, count() AS c, arrayJoin([1, 2]) AS e FROM numbers(4) GROUP BY k ORDER BY k, e;
-- 0	2	1
-- 0	2	2
-- 1	2	1
-- 1	2	2
SELECT count() AS c, arrayJoin([1, 2]) AS e FROM numbers(4) GROUP BY e ORDER BY e;
-- 4	1
-- 4	2
SELECT count() AS c, arrayJoin([1, 2]) AS e FROM numbers(4);
-- 4	1
-- 4	2
SELECT sum(arrayJoin([1, 2])) AS c FROM numbers(4);
-- 12
SELECT number % 2 AS k, sum(number) AS c, arrayJoin([k, 5]) AS e FROM numbers(4) GROUP BY k, e ORDER BY k, e;
-- 0	2	0
-- 0	2	5
-- 1	4	1
-- 1	4	5
SELECT number % 2 AS k, sum(arrayJoin([1, 2])) AS c, arrayJoin([1, 2]) AS e FROM numbers(4) GROUP BY k ORDER BY k, e;
-- 0	6	1
-- 0	6	2
-- 1	6	1
-- 1	6	2
SELECT number % 2 AS k, max(number) AS m, arrayJoin([k, m]) AS e FROM numbers(4) GROUP BY k ORDER BY k, e;
-- 0	2	0
-- 0	2	2
-- 1	3	1
-- 1	3	3
SELECT number % 2 AS k, count() FROM numbers(4) GROUP BY k HAVING arrayJoin([k, 1]) = 1 ORDER BY k;
-- 0	2
-- 1	2
-- 1	2
SELECT number % 2 AS k, count(), arrayJoin([k, 7]) + 1 AS e FROM numbers(4) GROUP BY k HAVING e > 2 ORDER BY k, e;
-- 0	2	8
-- 1	2	8
