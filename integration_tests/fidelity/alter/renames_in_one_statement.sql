-- Several columns are renamed by one ALTER: a name that has become free may be taken.

CREATE TABLE t (k Int32, a Int32, b Int32, c Int32 DEFAULT a + b) ENGINE = MergeTree ORDER BY k;
INSERT INTO t (k, a, b) VALUES (1, 2, 3);
ALTER TABLE t RENAME COLUMN a TO x, RENAME COLUMN b TO a;
INSERT INTO t (k, x, a) VALUES (2, 20, 30);
SELECT k, x, a, c FROM t ORDER BY k;
-- 1	2	3	5
-- 2	20	30	50
ALTER TABLE t RENAME COLUMN a TO y, RENAME COLUMN y TO z;
-- error NOT_IMPLEMENTED
ALTER TABLE t RENAME COLUMN a TO y, RENAME COLUMN a TO z;
-- error BAD_ARGUMENTS
ALTER TABLE t RENAME COLUMN x TO q, ADD COLUMN x Int32 DEFAULT 9;
SELECT k, q, a, c, x FROM t ORDER BY k;
-- 1	2	3	5	9
-- 2	20	30	50	9
