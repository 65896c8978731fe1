-- A row that moved to another partition has versions in both; FINAL shows one of them.

CREATE TABLE orders (id UInt32, day Date, state String, ver UInt32)
ENGINE = ReplacingMergeTree(ver) PARTITION BY toYYYYMM(day) ORDER BY id;
INSERT INTO orders VALUES (1, '2024-01-31', 'placed', 1);
INSERT INTO orders VALUES (1, '2024-02-01', 'paid', 2);
OPTIMIZE TABLE orders FINAL;
SELECT count() FROM orders;
-- 2
SELECT state FROM orders FINAL;
-- paid
SELECT state FROM orders FINAL WHERE toYYYYMM(day) = 202401;
-- (no rows)
SELECT state FROM orders FINAL ORDER BY day
SETTINGS do_not_merge_across_partitions_select_final = 1;
-- placed
-- paid
