-- NULL is a key of sumMap and its kin; keys and values are as many.

CREATE TABLE t (k UInt32, p UInt8, s String, v Int64, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 'a', 5, NULL), (2, 1, 'b', 6, 1), (3, 1, 'b', 7, 1), (4, 2, 'c', 8, 2), (5, 2, 'a', 9, NULL);
SELECT sumMap([n], [v]), minMap([n, 1], [v, 2]), maxMap([n], [v]), sumMap(([n], [v])) FROM t;
-- ([NULL,1,2],[14,13,8])	([NULL,1,2],[5,2,8])	([NULL,1,2],[9,7,8])	([NULL,1,2],[14,13,8])
SELECT p, sumMap([n, p], [v, 1]) FROM t GROUP BY p ORDER BY p;
-- 1	([NULL,1],[5,16])
-- 2	([NULL,2],[9,10])
SELECT sumMapIf([n, p], [v, 1], p = 2), sumMapIf([n, p], [v], k > 100), sumMapFiltered([1, 2])([n], [v]) FROM t;
-- ([NULL,2],[9,10])	([],[])	([1,2],[13,8])
SELECT sumMap([toNullable(s)], [v], [k]), sumMap([NULL], [1]), finalizeAggregation(sumMapState([n], [v])) FROM t;
-- (['a','b','c'],[14,13,8],[6,5,4])	([NULL],[5])	([NULL,1,2],[14,13,8])
SELECT sumMapMerge(s) FROM (SELECT sumMapState([n], [v]) AS s FROM t UNION ALL SELECT sumMapState([n], [v]) FROM t);
-- ([NULL,1,2],[28,26,16])
SELECT k, sumMap([n], [v]) OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	([NULL],[5])
-- 2	([NULL,1],[5,6])
-- 3	([NULL,1],[5,13])
-- 4	([NULL,1,2],[5,13,8])
-- 5	([NULL,1,2],[14,13,8])
SELECT sumMap([k, p], [v]) FROM t;
-- error BAD_ARGUMENTS
SELECT minMap([k], [v, 1]) FROM t;
-- error BAD_ARGUMENTS
SELECT maxMap([k], [v], [v, 1]) FROM t;
-- error BAD_ARGUMENTS
SELECT sumMap(range(k), range(p)) FROM t;
-- error BAD_ARGUMENTS
