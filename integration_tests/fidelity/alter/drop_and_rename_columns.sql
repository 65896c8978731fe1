-- Columns dropped and renamed; a dropped column's values never come back.

CREATE TABLE t (k Int64, a String, b String DEFAULT upper(a)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t (k, a) VALUES (1, 'x');
ALTER TABLE t RENAME COLUMN a TO c;
SELECT * FROM t;
-- 1	x	X
INSERT INTO t (k, c) VALUES (2, 'y');
SELECT * FROM t ORDER BY k;
-- 1	x	X
-- 2	y	Y
ALTER TABLE t DROP COLUMN c;
-- error ILLEGAL_COLUMN
ALTER TABLE t DROP COLUMN b, DROP COLUMN c;
SELECT * FROM t ORDER BY k;
-- 1
-- 2
ALTER TABLE t ADD COLUMN c String;
SELECT * FROM t ORDER BY k;
-- 1	''
-- 2	''
ALTER TABLE t DROP COLUMN k;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t DROP COLUMN nothing;
-- error NOT_FOUND_COLUMN_IN_BLOCK
ALTER TABLE t DROP COLUMN IF EXISTS nothing;
ALTER TABLE t RENAME COLUMN nothing TO something;
-- error NOT_FOUND_COLUMN_IN_BLOCK
ALTER TABLE t RENAME COLUMN c TO k;
-- error DUPLICATE_COLUMN
