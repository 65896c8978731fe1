-- The first syntax of engines: the date, a sample, the key and the granularity as arguments.

CREATE TABLE t (d Date, a UInt32, v UInt8) ENGINE = ReplacingMergeTree(d, (a, d), 8192, v);
-- error BAD_ARGUMENTS
SET allow_deprecated_syntax_for_merge_tree = 1;
CREATE TABLE t (d Date, a UInt32, v UInt8) ENGINE = ReplacingMergeTree(d, (a, d), 8192, v);
INSERT INTO t VALUES ('2024-01-01', 1, 1), ('2024-02-01', 2, 1);
INSERT INTO t VALUES ('2024-01-01', 1, 2);
SELECT d, a, v FROM t FINAL ORDER BY a;
-- 2024-01-01	1	2
-- 2024-02-01	2	1
SELECT partition_id, sum(rows) FROM system.parts WHERE database = 'shop' AND table = 't' AND active GROUP BY partition_id ORDER BY partition_id;
-- 202401	2
-- 202402	1
CREATE TABLE m (d Date, a UInt32) ENGINE = MergeTree(d, a, 1024);
INSERT INTO m SELECT toDate('2024-01-01') + number, number FROM numbers(3);
SELECT sorting_key, partition_key FROM system.tables WHERE database = 'shop' AND name = 'm';
-- a	toYYYYMM(d)
SELECT count() FROM m WHERE a > 0;
-- 2
CREATE TABLE s (d Date, a UInt32) ENGINE = MergeTree(d, intHash32(a), (d, intHash32(a)), 8192);
SELECT sampling_key, sorting_key FROM system.tables WHERE database = 'shop' AND name = 's';
-- intHash32(a)	d, intHash32(a)
CREATE TABLE x (d Date, a UInt32) ENGINE = MergeTree(d, a, 'x');
-- error BAD_ARGUMENTS
