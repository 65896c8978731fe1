-- UPDATE … SET is for tables that number their blocks.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
UPDATE t SET v = 'c' WHERE k = 1;
-- error NOT_IMPLEMENTED
ALTER TABLE t MODIFY SETTING enable_block_number_column = 1, enable_block_offset_column = 1;
INSERT INTO t VALUES (3, 'd');
UPDATE t SET v = 'c' WHERE k = 3;
SELECT * FROM t FINAL ORDER BY k;
-- 1	a
-- 2	b
-- 3	c
UPDATE t SET k = 5 WHERE k = 3;
-- error CANNOT_UPDATE_COLUMN
UPDATE t SET nothing = 5 WHERE k = 3;
-- error NO_SUCH_COLUMN_IN_TABLE
