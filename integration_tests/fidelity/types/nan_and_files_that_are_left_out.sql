-- NaN matches what is not less, equal or greater, though the statistics of files do not say that it is there.

CREATE TABLE t (k UInt8, x Float32, y Nullable(Float64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 1), (2, nan, nan), (3, 1, 1);
SELECT k FROM t WHERE NOT (x <= 1) ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (x < 2) ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (x >= 1) ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (x > 0) ORDER BY k;
-- 2
SELECT k FROM t WHERE x != 1 ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (x = 1) ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (y <= 1 OR y = 3) ORDER BY k;
-- 2
SELECT k FROM t WHERE x NOT IN (1, 2) ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (x IN (1)) ORDER BY k;
-- 2
SELECT k FROM t WHERE NOT (x BETWEEN 0 AND 1) ORDER BY k;
-- 2
SELECT k FROM t WHERE x > 0 ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE NOT (1 >= x) ORDER BY k;
-- 2
SELECT count() FROM t WHERE x = y;
-- 2
