-- Aggregate functions and their combinators.

CREATE TABLE t (k UInt32, g String, n Int32, s Nullable(String)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 5, 'x'), (2, 'a', 7, NULL), (3, 'b', 5, 'x'), (4, 'b', -1, 'y');

SELECT count(), count(s), count(DISTINCT s), uniqExact(n) FROM t;
-- 4	3	2	3
SELECT g, sum(n), min(n), max(n), avg(n) FROM t GROUP BY g ORDER BY g;
-- a	12	5	7	6
-- b	4	-1	5	2
SELECT g, countIf(n > 5), sumIf(n, n > 0), avgIf(n, n > 0), minIf(n, n > 0), maxIf(n, n < 6) FROM t GROUP BY g ORDER BY g;
-- a	1	12	6	5	5
-- b	0	5	5	5	5
SELECT g, argMin(k, n), argMax(k, n) FROM t GROUP BY g ORDER BY g;
-- a	1	2
-- b	4	3
SELECT g, groupArray(n) FROM (SELECT * FROM t ORDER BY k) AS q GROUP BY g ORDER BY g;
-- a	[5,7]
-- b	[5,-1]
SELECT any(g), anyLast(g) FROM t WHERE g = 'a';
-- a	a
SELECT round(stddevPop(n), 6), round(varPop(n), 6) FROM t;
-- 3	9
SELECT round(stddevSamp(n), 6), round(varSamp(n), 6), round(corr(k, n), 6) FROM t;
-- 3.464102	12	-0.745356
SELECT argMax(s, n), argMax(k, (n, k)) FROM t;
-- x	2
SELECT sum(DISTINCT n) FROM t;
-- 11
SELECT bit_and(n), bit_or(n) FROM t WHERE k < 3;
-- 5	7
SELECT median(n) FROM t WHERE g = 'a';
-- 6
