-- Comparisons of tuples, element by element, with conversions; NULL where an element is NULL.

CREATE TABLE t (k Int32, s String, d Date, n Nullable(Int32), u UInt64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', '2024-01-01', 1, 10), (1, 'a', '2024-01-01', 1, 11), (2, 'b', '2024-01-02', NULL, 20), (3, 'a', '2024-01-03', 3, 30);

SELECT k FROM t FINAL WHERE (k, s) = (1, 'a');
-- 1
SELECT k FROM t FINAL WHERE (k, s) != (1, 'a') ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE (s, k) > ('a', 1) ORDER BY k;
-- 2
-- 3
SELECT k FROM t FINAL WHERE (s, u) <= ('a', 11) ORDER BY k;
-- 1
SELECT k FROM t FINAL WHERE (d, u) >= ('2024-01-02', 20) ORDER BY k;
-- 2
-- 3
SELECT k FROM t FINAL WHERE (n, k) < (2, 100) ORDER BY k;
-- 1
SELECT k FROM t FINAL WHERE NOT ((n, k) = (1, 1)) ORDER BY k;
-- 2
-- 3
SELECT count() FROM t WHERE (k, s) = (1, 'a') AND (u, s) > (10, 'A');
-- 1
SELECT k FROM t FINAL WHERE (k, s) IN (1, 'a');
-- 1
SELECT k FROM t FINAL WHERE (k, s) NOT IN (1, 'a') ORDER BY k;
-- 2
-- 3
SELECT toInt8((1, 2) = (1, 2)), toInt8((1, 'a') < (1, 'b')), toInt8((2, 1) > (1, 2));
-- 1	1	1
