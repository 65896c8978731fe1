-- IN with transform_null_in inside of aggregate functions, windows and lambdas.

CREATE TABLE t (k Int16, x Nullable(Int32), s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 'a'), (2, NULL, 'b'), (3, 5, 'c');

SELECT arrayMap(y -> (y, y) IN (SELECT x, x FROM t), [1, 2, NULL]) FROM t WHERE k = 1;
-- [1,0,0]
SET transform_null_in = 1;
SELECT countIf(x IN (SELECT x FROM t WHERE k = 2)), countIf(x NOT IN (SELECT x FROM t WHERE k = 2)) FROM t;
-- 1	2
SELECT k, countIf(x IN (SELECT x FROM t)) FROM t GROUP BY k ORDER BY k;
-- 1	1
-- 2	1
-- 3	1
SELECT countIf((x, k) IN (SELECT x, k FROM t WHERE k = 2)) FROM t;
-- 1
SELECT sum(x IN (SELECT x FROM t WHERE k = 2)) AS a, max(k) FILTER (WHERE x IN (SELECT x FROM t WHERE k > 1)) FROM t;
-- 1	3
SELECT countIf(x IN (SELECT toNullable(1) UNION ALL SELECT NULL)) FROM t;
-- 2
SELECT countIf(x IN (SELECT x FROM t)) + countIf(x IN (SELECT x FROM t WHERE k = 2)) FROM t AS a JOIN t AS b USING (k);
-- 4
SELECT sum(x IN (SELECT x FROM t WHERE k = 2)) OVER (ORDER BY k) FROM t ORDER BY k;
-- 0
-- 1
-- 1
SELECT arrayMap(y -> y IN (SELECT x FROM t), [1, 2, NULL]) FROM t WHERE k = 1;
-- [1,0,1]
SELECT arrayMap(y -> (y, y) IN (SELECT x, x FROM t), [1, 2, NULL]) FROM t WHERE k = 1;
-- [1,0,1]
SELECT k, toUInt8((x, NULL) IN (SELECT x, x FROM t WHERE k = 2)) FROM t ORDER BY k;
-- 1	0
-- 2	1
-- 3	0
SELECT k, toUInt8(x IN [1, NULL]), toUInt8(x NOT IN [1, NULL]) FROM t ORDER BY k;
-- 1	1	0
-- 2	1	0
-- 3	0	1
SELECT k FROM t WHERE (toFloat64(k), s) IN (SELECT x, 'a' FROM t) ORDER BY k;
-- 1
SELECT k FROM t WHERE x NOT IN (SELECT x FROM t WHERE k = 2) OR k = 2 ORDER BY k;
-- 1
-- 2
-- 3
SELECT k, toUInt8([x] IN (SELECT [x] FROM t WHERE k = 2)), toUInt8(tuple(x) IN (SELECT tuple(x) FROM t WHERE k = 2)) FROM t ORDER BY k;
-- 1	0	0
-- 2	1	1
-- 3	0	0
