-- What stands behind IN is a list if it is deeper by one than what is looked for; as deep, it is the one value.
CREATE TABLE pairs (k UInt32, s String, d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO pairs VALUES (1, 'a', '2024-01-15'), (2, 'b', '2024-01-16'), (3, 'a', '2024-01-15');
SELECT k FROM pairs WHERE (k, (k, 2)) IN ((1, (1, 2))) ORDER BY k;
-- 1
SELECT k FROM pairs WHERE (k, (k, 2)) IN (1, (1, 2)) ORDER BY k;
-- 1
SELECT k FROM pairs WHERE (k, (k, 2)) IN ((1, (1, 2)), (3, (3, 2))) ORDER BY k;
-- 1
-- 3
SELECT k FROM pairs WHERE (k, [2]) IN ((1, [2])) ORDER BY k;
-- 1
SELECT k FROM pairs WHERE [k] IN ([1]) ORDER BY k;
-- 1
SELECT k FROM pairs WHERE [k] IN ([1], [3]) ORDER BY k;
-- 1
-- 3
SELECT k FROM pairs WHERE [k] IN [1, 2] ORDER BY k;
-- (no rows)
SELECT k FROM pairs WHERE [[k]] IN ([[1]]) ORDER BY k;
-- 1
SELECT k FROM pairs WHERE [(k, 2)] IN ([(1, 2)]) ORDER BY k;
-- 1
SELECT k FROM pairs WHERE [s = 'a', k = 2] IN ([1, 0]) ORDER BY k;
-- 1
-- 3
SELECT k FROM pairs WHERE (s = 'a', k) IN ((1, 1), (0, 2), (0, 3)) ORDER BY k;
-- 1
-- 2
SELECT k FROM pairs WHERE (toTypeName(0.5) = 'x', s) IN ((1, 'a'), (0, 'b')) ORDER BY k;
-- 2
SELECT k FROM pairs WHERE (s = 'a', d) IN ((true, '2024-01-15')) ORDER BY k;
-- 1
-- 3
SELECT k FROM pairs WHERE (s = 'a', k) IN (SELECT k % 2, k FROM pairs) ORDER BY k;
-- 1
-- 2
-- 3
SELECT count() FROM pairs WHERE (s = 'a', k) NOT IN (SELECT 1, k FROM pairs);
-- 1
