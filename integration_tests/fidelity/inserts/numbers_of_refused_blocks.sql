-- A block that is left out takes its number all the same, so that parts have the names they have there.

CREATE TABLE t (p Int32, k Int32) ENGINE = ReplacingMergeTree PARTITION BY p ORDER BY k
SETTINGS non_replicated_deduplication_window = 100;
SYSTEM STOP MERGES t;
INSERT INTO t VALUES (1, 1), (2, 2);
INSERT INTO t VALUES (1, 1), (3, 3);
INSERT INTO t SETTINGS insert_deduplication_token = 'a' VALUES (1, 11), (2, 22);
INSERT INTO t SETTINGS insert_deduplication_token = 'a' VALUES (1, 11), (2, 22);
INSERT INTO t SETTINGS insert_deduplication_token = 'b' VALUES (4, 4);
SELECT partition_id, min_block_number, max_block_number FROM system.parts
WHERE database = 'shop' AND active ORDER BY min_block_number;
-- 1	1	1
-- 2	2	2
-- 1	3	3
-- 3	4	4
-- 1	5	5
-- 2	6	6
-- 4	9	9
CREATE TABLE u (k Int32) ENGINE = ReplacingMergeTree ORDER BY k
SETTINGS non_replicated_deduplication_window = 100;
INSERT INTO u VALUES (1);
INSERT INTO u VALUES (1);
INSERT INTO u VALUES (2);
SELECT min_block_number FROM system.parts
WHERE database = 'shop' AND table = 'u' AND active ORDER BY min_block_number;
-- 1
-- 3
ALTER TABLE u DROP PART 'all_3_3_1';
SELECT k FROM u;
-- 1
