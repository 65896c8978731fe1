-- The first and the last of sorted rows beside functions of different values.

CREATE TABLE sb (cnt UInt64, d Date) ENGINE = MergeTree ORDER BY d;
INSERT INTO sb VALUES(1,'2020-01-01'),(4,'2020-01-02'),(5,'2020-01-03'),(2,'2020-01-04'),(3,'2020-01-05'),(7,'2020-01-06'),(6,'2020-01-07'),(8,'2020-01-08'),(2,'2020-01-11');
SELECT last_value(cnt), uniqExact(cnt) FROM (SELECT * FROM sb ORDER BY d);
-- 2	8
SELECT anyLast(cnt), count(DISTINCT cnt) FROM (SELECT * FROM sb ORDER BY d);
-- 2	8
SELECT any(cnt), count(DISTINCT d) FROM (SELECT * FROM sb ORDER BY d DESC);
-- 2	9
SELECT groupArray(cnt), count(DISTINCT d) FROM (SELECT * FROM sb ORDER BY d DESC);
-- [2,8,6,7,3,2,5,4,1]	9
SELECT groupArray(cnt), groupUniqArray(2)(cnt) != [], sum(DISTINCT cnt) FROM (SELECT * FROM sb ORDER BY d DESC);
-- [2,8,6,7,3,2,5,4,1]	1	36
SELECT last_value(cnt), singleValueOrNull(cnt), singleValueOrNull(d > '2000-01-01') FROM (SELECT * FROM sb ORDER BY d);
-- 2	\N	1
