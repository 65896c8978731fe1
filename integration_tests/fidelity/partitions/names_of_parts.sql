-- Parts are named partition_minblock_maxblock_level; OPTIMIZE makes one part of each partition.

CREATE TABLE t (k Int64, g UInt8) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, 2);
INSERT INTO t VALUES (3, 1);
INSERT INTO t VALUES (4, 1);
SELECT name, rows FROM system.parts WHERE database = 'shop' AND active = 1 ORDER BY name;
-- 1_1_1_1	1
-- 1_3_3_1	1
-- 1_4_4_1	1
-- 2_2_2_1	1
OPTIMIZE TABLE t FINAL;
SELECT name, rows FROM system.parts WHERE database = 'shop' AND active = 1 ORDER BY name;
-- 1_1_4_2	3
-- 2_2_2_2	1
SELECT partition, partition_id FROM system.parts WHERE database = 'shop' AND active = 1 ORDER BY name;
-- 1	1
-- 2	2
