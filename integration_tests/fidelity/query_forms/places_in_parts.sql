-- Virtual columns that say where a row lies: in which part, at which place, of which partition.

CREATE TABLE t (k UInt32, region String) ENGINE = MergeTree ORDER BY k PARTITION BY k % 2;
INSERT INTO t VALUES (3, 'c'), (1, 'a'), (2, 'b');
INSERT INTO t VALUES (7, 'g'), (5, 'e');

SELECT k, _part_offset, _part_starting_offset, _part_data_version, _part_uuid FROM t ORDER BY k;
-- 1	0	1	1	00000000-0000-0000-0000-000000000000
-- 2	0	0	2	00000000-0000-0000-0000-000000000000
-- 3	1	1	1	00000000-0000-0000-0000-000000000000
-- 5	0	3	3	00000000-0000-0000-0000-000000000000
-- 7	1	3	3	00000000-0000-0000-0000-000000000000
SELECT k, toString(_partition_value), _partition_value.1 + 1, toTypeName(_partition_value) FROM t ORDER BY k;
-- 1	(1)	2	Tuple(UInt8)
-- 2	(0)	1	Tuple(UInt8)
-- 3	(1)	2	Tuple(UInt8)
-- 5	(1)	2	Tuple(UInt8)
-- 7	(1)	2	Tuple(UInt8)
SELECT toTypeName(_part_offset), toTypeName(_part_starting_offset), toTypeName(_part_uuid) FROM t LIMIT 1;
-- UInt64	UInt64	UUID
SELECT k FROM t WHERE _part_offset = 1 ORDER BY k;
-- 3
-- 7
SELECT k FROM t ORDER BY _part_starting_offset + _part_offset;
-- 2
-- 1
-- 3
-- 5
-- 7
SELECT toString(_partition_value), max(_part_offset) FROM t GROUP BY _partition_value ORDER BY _partition_value;
-- (0)	0
-- (1)	1
ALTER TABLE t DELETE WHERE k = 1;
SELECT k, _part_offset, _part_data_version FROM t ORDER BY k;
-- 2	0	4
-- 3	0	4
-- 5	0	4
-- 7	1	4
DELETE FROM t WHERE k = 5;
SELECT k, _part_offset FROM t ORDER BY k;
-- 2	0
-- 3	0
-- 7	1

CREATE TABLE days (k UInt32, region String, day Date, at DateTime('UTC')) ENGINE = ReplacingMergeTree ORDER BY k PARTITION BY (region, toYYYYMM(day), at);
INSERT INTO days VALUES (1, 'x', '2020-01-02', '2020-01-01 10:00:00'), (2, 'y', '2021-12-01', '2021-01-01 00:00:01');
SELECT k, _partition_value.1, _partition_value.2, _partition_value.3, _part_offset FROM days FINAL ORDER BY k;
-- 1	x	202001	2020-01-01 10:00:00	0
-- 2	y	202112	2021-01-01 00:00:01	0
SELECT k FROM days WHERE _partition_value.1 = 'y';
-- 2

CREATE TABLE own (k UInt32, _part_offset String) ENGINE = MergeTree ORDER BY k;
INSERT INTO own VALUES (1, 'mine');
SELECT _part_offset FROM own;
-- mine
SELECT _partition_value FROM own;
-- error UNKNOWN_IDENTIFIER
