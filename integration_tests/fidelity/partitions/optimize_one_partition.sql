-- OPTIMIZE takes a partition by value or by id; one that does not exist is no error.

CREATE TABLE t (id UInt32, day Date, ver UInt32)
ENGINE = ReplacingMergeTree(ver) PARTITION BY toYYYYMM(day) ORDER BY id;
INSERT INTO t VALUES (1, '2024-01-01', 1), (1, '2024-02-01', 1);
INSERT INTO t VALUES (1, '2024-01-02', 2), (1, '2024-02-02', 2);
OPTIMIZE TABLE t PARTITION 202401 FINAL;
SELECT name FROM system.parts WHERE database = 'shop' AND active ORDER BY name;
-- 202401_1_3_2
-- 202402_2_2_1
-- 202402_4_4_1
OPTIMIZE TABLE t PARTITION ID '202402' FINAL;
SELECT name FROM system.parts WHERE database = 'shop' AND active ORDER BY name;
-- 202401_1_3_2
-- 202402_2_4_2
OPTIMIZE TABLE t PARTITION 209901 FINAL;
SELECT day FROM t ORDER BY day;
-- 2024-01-02
-- 2024-02-02
