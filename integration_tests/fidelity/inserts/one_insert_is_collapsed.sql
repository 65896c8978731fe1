-- Rows with the same key inside one INSERT become one before they are written.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 3), (1, 'c', 2), (2, 'd', 1);
SELECT * FROM t ORDER BY k;
-- 1	b	3
-- 2	d	1
SELECT name, rows, level FROM system.parts WHERE database = 'shop' AND active;
-- all_1_1_1	2	1
INSERT INTO t SETTINGS optimize_on_insert = 0 VALUES (3, 'a', 1), (3, 'b', 3);
SELECT count() FROM t WHERE k = 3;
-- 2
SELECT name, rows, level FROM system.parts WHERE database = 'shop' AND active ORDER BY name;
-- all_1_1_1	2	1
-- all_2_2_0	2	0
SET optimize_on_insert = 0;
INSERT INTO t VALUES (4, 'a', 1), (4, 'b', 3);
SELECT v FROM t WHERE k = 4 ORDER BY v;
-- a
-- b
SELECT v FROM t FINAL WHERE k = 4;
-- b
