-- Maps and their parts.

CREATE TABLE t (k UInt8, m Map(String, UInt32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, {'a': 1, 'b': 2}), (2, map('c', 3)), (3, map());
INSERT INTO t (k) VALUES (4);
SELECT * FROM t ORDER BY k;
-- 1	{'a':1,'b':2}
-- 2	{'c':3}
-- 3	{}
-- 4	{}
SELECT k, m['a'] FROM t WHERE k = 1;
-- 1	1
