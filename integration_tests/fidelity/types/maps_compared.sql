-- Maps are the same if they have the same entries in the same order.

CREATE TABLE t (k UInt8, m Map(String, UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, {'b': 1, 'a': 2}), (2, {'a': 2, 'b': 1}), (3, {'b': 1, 'a': 2}), (4, {});
SELECT k, (m = map('b', 1, 'a', 2)) + 0, (m = map('a', 2, 'b', 1)) + 0, (m <> map('b', 1, 'a', 2)) + 0, (m = map('b', 1, 'a', 2.0)) + 0 FROM t ORDER BY k;
-- 1	1	0	0	1
-- 2	0	1	1	0
-- 3	1	0	0	1
-- 4	0	0	1	0
SELECT k, (m < map('b', 0)) + 0, ([m] = [map('a', 2, 'b', 1)]) + 0, ((m, k) = (map('a', 2, 'b', 1), 2)) + 0 FROM t ORDER BY k;
-- 1	0	0	0
-- 2	1	1	1
-- 3	0	0	0
-- 4	1	0	0
SELECT k, (m IN (map('a', 2, 'b', 1))) + 0, (m NOT IN (map('a', 2, 'b', 1), map())) + 0, ((m, k) IN ((map('a', 2, 'b', 1), 2))) + 0 FROM t ORDER BY k;
-- 1	0	1	0
-- 2	1	0	1
-- 3	0	1	0
-- 4	0	0	0
SELECT a.k, b.k FROM t AS a JOIN t AS b ON a.m = b.m ORDER BY a.k, b.k;
-- 1	1
-- 1	3
-- 2	2
-- 3	1
-- 3	3
-- 4	4
SELECT toString(m), count() FROM t GROUP BY m ORDER BY min(k);
-- {'b':1,'a':2}	2
-- {'a':2,'b':1}	1
-- {}	1
SELECT count(DISTINCT m), uniqExact(m) FROM t;
-- 3	3
SELECT (map('b', 1, 'a', 2) = map('a', 2, 'b', 1)) + 0, ([map('a', 1)] = [map('a', 1)]) + 0, (map('a', map('b', 1)) = map('a', map('b', 1))) + 0;
-- 0	1	1
