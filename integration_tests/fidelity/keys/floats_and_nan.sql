-- A key of floats: NaN equals itself, and minus zero is zero.

CREATE TABLE t (k Float64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (nan, 'a'), (1.5, 'b'), (inf, 'c');
INSERT INTO t VALUES (nan, 'd'), (1.5, 'e');
SELECT v FROM t FINAL ORDER BY v;
-- c
-- d
-- e
