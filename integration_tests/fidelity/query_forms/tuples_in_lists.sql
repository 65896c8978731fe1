-- (a, b) IN ((1, 'x'), …): the values are converted, and NULL is in no list.

CREATE TABLE t (k Int64, v Int32, n Nullable(Int32), s String, d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 2, NULL, 'x', '2024-01-01'), (2, 3, 4, 'y', '2024-01-02');

SELECT k FROM t WHERE (k, s) IN ((1, 'x'), (2, 'x')) ORDER BY k;
-- 1
SELECT k FROM t WHERE (k, v) NOT IN ((1, 2), (3, 4)) ORDER BY k;
-- 2
SELECT k FROM t WHERE (k, n) IN ((1, NULL), (2, 4)) ORDER BY k;
-- 2
SELECT k FROM t WHERE (k, n) NOT IN ((1, 4), (2, 3)) ORDER BY k;
-- 1
-- 2
SELECT k FROM t WHERE (k, d) IN ((1, '2024-01-01'), (2, '2024-05-01')) ORDER BY k;
-- 1
SELECT k FROM t WHERE (k, v, s) IN ((1, 2, 'x'), (2, 1000000000000, 'y')) ORDER BY k;
-- 1
SELECT k FROM t WHERE NOT (k, v) IN ((1, 2)) AND s = 'y';
-- 2
SELECT k FROM t WHERE 1 ORDER BY k;
-- 1
-- 2
SELECT k FROM t WHERE k = 1 AND 0;
-- (no rows)
SELECT count() FROM t WHERE (k, v) IN (SELECT k, v FROM t) OR 0;
-- 2
