-- -ArgMin and -ArgMax: only the rows where the last argument is least, or greatest.

CREATE TABLE t (k UInt32, a Int32, b Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 5), (2, 2, 3), (3, 10, 3);
SELECT sumArgMin(a, b), sumArgMax(a, b), countArgMin(a, b), avgArgMin(a, b) FROM t;
-- 12	1	2	6
SELECT groupArrayArgMin(a, b), uniqArgMax(a, b), maxArgMin(a, b), minArgMin(a, b) FROM t;
-- [2,10]	1	10	2
SELECT sumArgMinIf(a, b, a < 5), countArgMin(b) FROM t;
-- 2	2
SELECT k % 2 AS g, sumArgMin(a, (b, k)) FROM t GROUP BY g ORDER BY g;
-- 0	2
-- 1	10
SELECT sumArgMin(a, b), countArgMax(a, b) FROM t WHERE a > 100;
-- 0	0
SELECT sumArgMin(number, if(number = 0, toFloat64('nan'), 1.)) FROM numbers(3);
-- 3
SELECT sumArgMin(x, y), sumArgMax(x, y) FROM values('x Nullable(Int32), y Nullable(Int32)', (NULL, 1), (7, 3), (8, 9), (9, NULL));
-- 7	8
