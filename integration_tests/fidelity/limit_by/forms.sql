-- The first rows for each value.

CREATE TABLE t (k Int64, n Int64) ENGINE = MergeTree ORDER BY (k, n);
INSERT INTO t VALUES (1, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 6);

SELECT k, n FROM t ORDER BY n LIMIT 1 BY k;
-- 1	1
-- 2	4
-- 3	6
SELECT k, n FROM t ORDER BY n DESC LIMIT 2 BY k;
-- 3	6
-- 2	5
-- 2	4
-- 1	3
-- 1	2
SELECT k, n FROM t ORDER BY n LIMIT 1, 1 BY k;
-- 1	2
-- 2	5
SELECT k, n FROM t ORDER BY n LIMIT 1 OFFSET 2 BY k;
-- 1	3
SELECT k, n FROM t ORDER BY n LIMIT 1 BY k LIMIT 2;
-- 1	1
-- 2	4
SELECT k, n FROM t WHERE n > 1 ORDER BY k, n LIMIT 1 BY k, n % 2;
-- 1	2
-- 1	3
-- 2	4
-- 2	5
-- 3	6
SELECT k, n FROM t ORDER BY n LIMIT 1 BY k LIMIT 1 OFFSET 1;
-- 2	4
SELECT k, sum(n) AS s FROM t GROUP BY k, n % 2 ORDER BY s DESC LIMIT 1 BY k;
-- 3	6
-- 2	5
-- 1	4
SELECT * FROM (SELECT k, n FROM t ORDER BY n LIMIT 1 BY k) AS x ORDER BY k DESC;
-- 3	6
-- 2	4
-- 1	1
