-- Conditions and values of mutations may name what is known of a row's part.

CREATE TABLE t (k Int64, v String, d Date) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(d) ORDER BY k;
INSERT INTO t VALUES (1, 'a', '2024-01-01'), (2, 'b', '2024-02-01');
INSERT INTO t VALUES (3, 'c', '2024-01-05'), (4, 'd', '2024-02-05');
INSERT INTO t VALUES (5, 'e', '2024-03-05'), (6, 'f', '2024-03-06');
DELETE FROM t WHERE _part = '202401_1_1_1';
SELECT k, v FROM t ORDER BY k;
-- 2	b
-- 3	c
-- 4	d
-- 5	e
-- 6	f
DELETE FROM t WHERE _partition_id = '202402' AND v = 'd';
SELECT k, v FROM t ORDER BY k;
-- 2	b
-- 3	c
-- 5	e
-- 6	f
ALTER TABLE t UPDATE v = concat(v, '_', _part) WHERE _partition_id != '202403' SETTINGS mutations_sync = 2;
SELECT k, v FROM t ORDER BY k;
-- 2	b_202402_2_2_1_7
-- 3	c_202401_3_3_1_7
-- 5	e
-- 6	f
ALTER TABLE t UPDATE v = concat(v, '!') WHERE _part_offset = 1, DELETE WHERE _partition_value.1 = 202402 SETTINGS mutations_sync = 2;
SELECT k, v FROM t ORDER BY k;
-- 3	c_202401_3_3_1_7
-- 5	e
-- 6	f!
ALTER TABLE t UPDATE v = concat(toString(_part_index), toString(_part_starting_offset)) WHERE 1 SETTINGS mutations_sync = 2;
SELECT k, v FROM t ORDER BY k;
-- 3	00
-- 5	00
-- 6	00
ALTER TABLE t UPDATE _part = 'x' WHERE 1 SETTINGS mutations_sync = 2;
-- error NOT_IMPLEMENTED
ALTER TABLE t UPDATE v = _no_such_column WHERE 1 SETTINGS mutations_sync = 2;
-- error UNKNOWN_IDENTIFIER

-- Masked rows keep their places in the part.

CREATE TABLE m (k Int64, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO m VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd');
DELETE FROM m WHERE _part_offset = 1;
DELETE FROM m WHERE _part_offset = 2;
SELECT k, v FROM m ORDER BY k;
-- 1	a
-- 4	d
