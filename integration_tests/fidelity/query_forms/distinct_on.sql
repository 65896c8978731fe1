-- DISTINCT ON keeps the first row of each group.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 3), (1, 'c', 2), (2, 'd', 1);

SELECT DISTINCT ON (k) k, v FROM t ORDER BY k, ver DESC;
-- 1	b
-- 2	d
SELECT DISTINCT ON (k) v FROM t WHERE ver < 3 ORDER BY k, ver DESC;
-- c
-- d
SELECT DISTINCT k FROM t ORDER BY k DESC;
-- 2
-- 1
