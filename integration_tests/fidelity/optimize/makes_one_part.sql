-- OPTIMIZE FINAL leaves one part with the current rows; the next one changes its level.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'a');
INSERT INTO t VALUES (1, 'b');
INSERT INTO t VALUES (1, 'c');
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
-- 1	c
-- 2	a
SELECT name, rows FROM system.parts WHERE database = 'shop' AND active;
-- all_1_3_2	2
OPTIMIZE TABLE t FINAL;
SELECT name, rows FROM system.parts WHERE database = 'shop' AND active;
-- all_1_3_3	2
