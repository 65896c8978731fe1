-- HAVING and ORDER BY with aggregates that the SELECT has not.

CREATE TABLE t (k Int32, v Int32, ts DateTime, gone UInt8) ENGINE = ReplacingMergeTree ORDER BY (k, v);
INSERT INTO t VALUES (1, 10, '2024-01-03 00:00:00', 0), (1, 20, '2024-01-01 00:00:00', 0), (2, 5, '2024-01-02 00:00:00', 0), (3, 1, '2023-01-01 00:00:00', 1), (4, 50, '2024-02-01 00:00:00', 0);

SELECT k, max(v) AS m FROM t GROUP BY k HAVING sum(gone) = 0 ORDER BY min(ts), k;
-- 1	20
-- 2	5
-- 4	50
SELECT k FROM t FINAL GROUP BY k HAVING max(v) > 1 ORDER BY min(ts) DESC, k LIMIT 2;
-- 4
-- 2
SELECT k, count() AS c FROM t GROUP BY k HAVING c > 0 AND max(v) > 1 ORDER BY c DESC, sum(v) DESC;
-- 1	2
-- 4	1
-- 2	1
SELECT k, count() FROM t FINAL GROUP BY k HAVING count() > 0 ORDER BY sum(v) + max(v), k;
-- 3	1
-- 2	1
-- 1	2
-- 4	1
SELECT x FROM (SELECT k AS x FROM t GROUP BY k HAVING max(v) > 1 ORDER BY max(v) DESC LIMIT 2) ORDER BY x;
-- 1
-- 4
SELECT toStartOfMonth(ts) AS month, uniq(k) AS keys FROM t FINAL GROUP BY month HAVING uniq(k) > 0 ORDER BY max(v) DESC, month;
-- 2024-02-01	1
-- 2024-01-01	2
-- 2023-01-01	1
SELECT k, argMax(tuple(v, k), v) AS newest, newest.1 FROM t GROUP BY k ORDER BY k;
-- 1	(20,1)	20
-- 2	(5,2)	5
-- 3	(1,3)	1
-- 4	(50,4)	50
SELECT k, groupArray(tuple(v, k)) FROM t GROUP BY k HAVING k > 3 ORDER BY k;
-- 4	[(50,4)]
SELECT groupBitOr(toUInt64(v)), groupBitAnd(toUInt64(v)), groupBitXor(toUInt64(v)) FROM t;
-- 63	0	40
