-- A new column is there at once, with its default in old rows.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a');
ALTER TABLE t ADD COLUMN n Int32;
ALTER TABLE t ADD COLUMN s String DEFAULT concat(v, '!') AFTER k;
ALTER TABLE t ADD COLUMN IF NOT EXISTS n Int64;
ALTER TABLE t ADD COLUMN first UInt8 DEFAULT 7 FIRST;
SELECT * FROM t;
-- 7	1	a!	a	0
INSERT INTO t VALUES (8, 2, 's', 'b', 5);
SELECT * FROM t ORDER BY k;
-- 7	1	a!	a	0
-- 8	2	s	b	5
ALTER TABLE t ADD COLUMN n Int32;
-- error DUPLICATE_COLUMN
ALTER TABLE t ADD COLUMN x Int32 AFTER nothing;
-- error NO_SUCH_COLUMN_IN_TABLE
OPTIMIZE TABLE t FINAL;
SELECT * FROM t FINAL ORDER BY k;
-- 7	1	a!	a	0
-- 8	2	s	b	5
