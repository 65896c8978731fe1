-- Floats, with the values that are no numbers.

CREATE TABLE t (k UInt8, f Float64, s Float32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1.5, 0.1), (2, -0.25, 1e10), (3, nan, 0), (4, inf, -inf), (5, 1e-300, 3);
SELECT * FROM t ORDER BY k;
-- 1	1.5	0.1
-- 2	-0.25	10000000000
-- 3	nan	0
-- 4	inf	-inf
-- 5	1e-300	3
SELECT k FROM t WHERE isNaN(f);
-- 3
SELECT round(sum(s), 1) FROM t WHERE k IN (1, 3);
-- 0.1
