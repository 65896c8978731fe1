-- PREWHERE with FINAL beside the columns of parts.

CREATE TABLE r (k Int32, v String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO r VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 1);
INSERT INTO r VALUES (1, 'x', 2), (2, 'y', 2);
SELECT k, v, _part, _partition_id, _part_index, _part_offset FROM r FINAL PREWHERE v != 'x' ORDER BY k;
-- 1	a	all_1_1_1	all	0	0
-- 2	y	all_2_2_1	all	1	1
-- 3	c	all_1_1_1	all	0	2
SELECT k, v FROM r FINAL PREWHERE _part = 'all_1_1_1' ORDER BY k;
-- 1	a
-- 2	b
-- 3	c
SELECT k, v FROM r FINAL PREWHERE _part = 'all_1_1_1' AND v != 'b' WHERE _part_offset > 0 ORDER BY k;
-- 3	c
SELECT _part, count() FROM r FINAL PREWHERE v != 'c' GROUP BY _part ORDER BY _part;
-- all_2_2_1	2
CREATE TABLE c (k Int32, sign Int8, n Int32, p UInt8) ENGINE = CollapsingMergeTree(sign) PARTITION BY p ORDER BY k;
INSERT INTO c VALUES (1, 1, 1, 1), (2, 1, 2, 2);
INSERT INTO c VALUES (1, -1, 1, 1), (1, 1, 3, 1), (2, 1, 4, 2);
SELECT k, n, _part, _partition_value.1 FROM c FINAL PREWHERE n != 3 ORDER BY k;
-- 2	4	2_4_4_1	2
SELECT k, n, _part FROM c FINAL PREWHERE n != 4 ORDER BY k;
-- 1	3	1_3_3_1
-- 2	2	2_2_2_1
DELETE FROM c WHERE n = 4;
SELECT k, n, _part FROM c FINAL PREWHERE n > 1 ORDER BY k;
-- 1	3	1_3_3_1_5
-- 2	2	2_2_2_1_5
