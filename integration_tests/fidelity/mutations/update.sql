-- ALTER TABLE … UPDATE: all assignments see the old values.

CREATE TABLE t (k Int64, a Int64, b Int64, s String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 10, 20, 'x'), (2, 30, 40, 'y');
SET mutations_sync = 1;
ALTER TABLE t UPDATE a = b, b = a WHERE k = 1;
SELECT * FROM t ORDER BY k;
-- 1	20	10	x
-- 2	30	40	y
ALTER TABLE t UPDATE s = concat(upper(s), toString(a)) WHERE true;
SELECT k, s FROM t ORDER BY k;
-- 1	X20
-- 2	Y30
ALTER TABLE t UPDATE a = 0 WHERE k = 1, DELETE WHERE a = 0;
SELECT k FROM t;
-- 2
