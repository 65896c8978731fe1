-- `*` and COLUMNS among the keys of other clauses than SELECT and GROUP BY.

CREATE TABLE t (k UInt8, n UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 2), (1, 2), (1, 3), (2, 3);
CREATE TABLE single (k UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO single VALUES (3), (1), (2);

SELECT k FROM t LIMIT 1 BY *;
-- 1
-- 1
-- 2
SELECT k, n FROM t LIMIT 1 BY COLUMNS('^n');
-- 1	2
-- 1	3
SELECT DISTINCT ON (*) k + n AS sum FROM t;
-- 3
-- 4
-- 5
SELECT k, n, count() OVER (PARTITION BY *) AS same FROM t;
-- 1	2	2
-- 1	2	2
-- 1	3	1
-- 2	3	1
SELECT k, n, count() OVER w AS same FROM t WINDOW w AS (PARTITION BY * EXCEPT n);
-- 1	2	3
-- 1	2	3
-- 1	3	3
-- 2	3	1
SELECT * FROM single ORDER BY * DESC;
-- 3
-- 2
-- 1
SELECT k, row_number() OVER (ORDER BY COLUMNS('k') DESC) AS place FROM single;
-- 1	3
-- 2	2
-- 3	1
SELECT k, n FROM t ORDER BY COLUMNS('n') DESC, k;
-- 1	3
-- 2	3
-- 1	2
-- 1	2
SELECT k FROM t ORDER BY *;
-- error NOT_IMPLEMENTED
SELECT k, row_number() OVER (ORDER BY *) FROM t;
-- error NOT_IMPLEMENTED
