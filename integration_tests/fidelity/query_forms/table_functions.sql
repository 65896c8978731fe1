-- Table functions that make rows.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1), (2);
SELECT number FROM numbers(0, 10, 3) ORDER BY number;
-- 0
-- 3
-- 6
-- 9
SELECT number FROM numbers(2, 3) ORDER BY number;
-- 2
-- 3
-- 4
SELECT generate_series FROM generateSeries(1, 3) ORDER BY 1;
-- 1
-- 2
-- 3
SELECT * FROM generate_series(0, 10, 5) ORDER BY 1;
-- 0
-- 5
-- 10
SELECT * FROM generate_series(5, 1);
-- (no rows)
SELECT * FROM zeros(2);
-- 0
-- 0
SELECT a, b FROM values('a Int32, b String', (1, 'x'), (2, 'y')) ORDER BY a;
-- 1	x
-- 2	y
SELECT * FROM values('a Int32', 1, 2, 3) AS v WHERE v.a > 1 ORDER BY a;
-- 2
-- 3
SELECT d + 1 FROM VALUES('k UInt8, d Date', (1, '2024-01-01'));
-- 2024-01-02
SELECT b, sum(n) FROM values('b String, n UInt32', ('x', 1), ('x', 2), ('y', 3)) GROUP BY b ORDER BY b;
-- x	3
-- y	3
SELECT t.k, v.name FROM t FINAL JOIN values('k Int64, name String', (1, 'one')) AS v ON t.k = v.k;
-- 1	one
SELECT count() FROM view(SELECT * FROM t FINAL);
-- 2
