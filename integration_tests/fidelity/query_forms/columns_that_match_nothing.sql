-- A pattern of COLUMNS that matches no column stands for none.

CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');

SELECT COLUMNS('zz'), k FROM t ORDER BY k;
-- 1
-- 2
SELECT COLUMNS('zz') APPLY(x -> x + 1), * FROM t ORDER BY k;
-- 1	a
-- 2	b
SELECT COLUMNS('zz'), * EXCEPT (k, v), 1 AS one FROM t;
-- 1
-- 1
SELECT concat(COLUMNS('zz'), 'a', 'b') FROM t LIMIT 1;
-- ab
SELECT k FROM t GROUP BY k, COLUMNS('zz') ORDER BY k;
-- 1
-- 2
SELECT count() FROM t GROUP BY COLUMNS('^v') ORDER BY 1;
-- 1
-- 1
SELECT v, count() FROM t GROUP BY * ORDER BY v;
-- a	1
-- b	1
SELECT COLUMNS('zz') FROM t;
-- error EMPTY_LIST_OF_COLUMNS_QUERIED
SELECT COLUMNS('zz'), COLUMNS('yy') FROM t;
-- error EMPTY_LIST_OF_COLUMNS_QUERIED
