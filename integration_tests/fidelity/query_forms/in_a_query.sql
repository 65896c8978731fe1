-- IN a query: of NULL nothing is known; ALL and ANY compare with the values of a query.

CREATE TABLE t (x Nullable(Int32), y Int32) ENGINE = ReplacingMergeTree ORDER BY y;
INSERT INTO t VALUES (1, 1), (2, 2), (NULL, 3);
SELECT toInt8(x IN (SELECT x FROM t WHERE y <> 2)), toInt8(x IN (SELECT 1 WHERE 0)), toInt8(x IN (SELECT 1)) FROM t ORDER BY y;
-- 1	0	1
-- 0	0	0
-- \N	\N	\N
SELECT toInt8(x NOT IN (SELECT 1)), toInt8(x NOT IN (SELECT 1 WHERE 0)) FROM t ORDER BY y;
-- 0	1
-- 1	1
-- \N	\N
SELECT y FROM t WHERE x NOT IN (SELECT 1 WHERE 0) ORDER BY y;
-- 1
-- 2
SELECT y FROM t WHERE x NOT IN (SELECT x FROM t WHERE y > 1) ORDER BY y;
-- 1
SELECT y FROM t WHERE NOT (x IN (SELECT 1)) ORDER BY y;
-- 2
SELECT y FROM t WHERE (x, y) IN (SELECT x, y FROM t) ORDER BY y;
-- 1
-- 2
SELECT toInt8((x, y) IN (SELECT x, y FROM t)), toInt8((x, y) NOT IN (SELECT 1, 1)) FROM t ORDER BY y;
-- 1	0
-- 1	1
-- 0	1
SELECT sum(x IN (SELECT 1)), countIf(x NOT IN (SELECT 1)) FROM t;
-- 1	1
SELECT toInt8(y > ALL (SELECT y FROM t WHERE y < 3)), toInt8(y <= ANY (SELECT y FROM t WHERE y = 2)) FROM t ORDER BY y;
-- 0	1
-- 0	1
-- 1	0
SELECT toInt8(y = ANY (SELECT 1)), toInt8(y != ALL (SELECT 1)), toInt8(y < ALL (SELECT 1 WHERE 0)) FROM t ORDER BY y;
-- 1	0	0
-- 0	1	0
-- 0	1	0
SELECT toInt8(y = ALL (SELECT 1)), toInt8(y != ANY (SELECT 1)), toInt8(y = ALL (SELECT y FROM t)) FROM t ORDER BY y;
-- 1	0	0
-- 0	1	0
-- 0	1	0
SELECT singleValueOrNull(x), singleValueOrNull(y % 1) FROM t;
-- \N	0
