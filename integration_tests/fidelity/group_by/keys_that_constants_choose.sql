-- A constant condition makes `if` the value it chooses, where that has the type of both: keys are compared so.

CREATE TABLE t (k Int64, d Date, s String, x Nullable(Int64)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-01', 'a', 1), (2, '2024-01-02', 'b', NULL), (3, '2024-01-02', 'a', 3);
SELECT if(1 > 2, d, d) AS a, d, count() FROM t GROUP BY ROLLUP(if(1 > 2, d, d), d) ORDER BY ALL;
-- 1970-01-01	1970-01-01	3
-- 2024-01-01	2024-01-01	1
-- 2024-01-02	2024-01-02	2
SELECT (1 = 1 ? 'a' : 'b') AS c, d, count() FROM t GROUP BY ROLLUP(1 = 1 ? 'a' : 'b', d) ORDER BY ALL;
-- a	1970-01-01	3
-- a	1970-01-01	3
-- a	2024-01-01	1
-- a	2024-01-02	2
SELECT (1 = 1 ? 'a' : 'b') AS c, count() FROM t GROUP BY c WITH ROLLUP ORDER BY ALL;
-- a	3
-- a	3
SELECT if(1, 'a', s) AS c, count() FROM t GROUP BY c WITH CUBE ORDER BY ALL;
-- a	3
-- a	3
SELECT if(0, 1, x) AS c, count() FROM t GROUP BY c ORDER BY ALL;
-- 1	1
-- 3	1
-- \N	1
SELECT if(1, k, x), toTypeName(if(1, k, x)) FROM t ORDER BY ALL;
-- 1	Nullable(Int64)
-- 2	Nullable(Int64)
-- 3	Nullable(Int64)
SELECT if(1 > 2, k, k) FROM t GROUP BY k ORDER BY 1;
-- 1
-- 2
-- 3
