-- Another type, default, comment or place of a column.

CREATE TABLE t (k Int64, n UInt8, s String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 200, '42');
ALTER TABLE t MODIFY COLUMN n UInt32;
INSERT INTO t VALUES (2, 70000, '43');
SELECT * FROM t ORDER BY k;
-- 1	200	42
-- 2	70000	43
ALTER TABLE t MODIFY COLUMN s Int32;
SELECT k, s + 1 FROM t ORDER BY k;
-- 1	43
-- 2	44
ALTER TABLE t MODIFY COLUMN n DEFAULT 9;
INSERT INTO t (k) VALUES (3);
SELECT n FROM t WHERE k = 3;
-- 9
ALTER TABLE t MODIFY COLUMN n REMOVE DEFAULT;
ALTER TABLE t MODIFY COLUMN s Int32 FIRST;
SELECT * FROM t WHERE k = 1;
-- 42	1	200
ALTER TABLE t COMMENT COLUMN n 'a number';
SELECT name, type, comment, default_expression FROM system.columns WHERE database = 'shop' ORDER BY position;
-- s	Int32	''	''
-- k	Int64	''	''
-- n	UInt32	a number	''
ALTER TABLE t MODIFY COLUMN k String;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t MODIFY COLUMN nothing String;
-- error NOT_FOUND_COLUMN_IN_BLOCK
