-- A division by -0.0 has the other sign.

CREATE TABLE t (k UInt32, f Float64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, (number - 1) * 0. FROM numbers(3);

SELECT 1 / -0.0, -1 / -0.0, 0 / -0.0, 1 / 0.0, toString(-0.0), -0.0 = 0 FROM t LIMIT 1;
-- -inf	inf	nan	inf	-0	1
SELECT k, 1 / f, 1 / -f, f / f FROM t ORDER BY k;
-- 0	-inf	inf	nan
-- 1	inf	-inf	nan
-- 2	inf	-inf	nan
