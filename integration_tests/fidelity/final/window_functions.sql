-- Window functions over current rows.

CREATE TABLE t (k Int64, g String, n Int64, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 10, 1), (2, 'a', 20, 1), (3, 'b', 5, 1);
INSERT INTO t VALUES (2, 'a', 30, 2), (4, 'b', 7, 1);

SELECT k, row_number() OVER (PARTITION BY g ORDER BY n DESC) AS place FROM t FINAL ORDER BY k;
-- 1	2
-- 2	1
-- 3	2
-- 4	1
SELECT k, sum(n) OVER (PARTITION BY g ORDER BY k) AS running FROM t FINAL ORDER BY k;
-- 1	10
-- 2	40
-- 3	5
-- 4	12
SELECT k, rank() OVER (ORDER BY g) AS r, dense_rank() OVER (ORDER BY g) AS d FROM t FINAL ORDER BY k;
-- 1	1	1
-- 2	1	1
-- 3	3	2
-- 4	3	2
SELECT k, first_value(n) OVER w AS f, count() OVER w AS c FROM t FINAL
WINDOW w AS (PARTITION BY g ORDER BY k) ORDER BY k;
-- 1	10	1
-- 2	10	2
-- 3	5	1
-- 4	5	2
