-- Maps have an order, that of their entries.

CREATE TABLE t (k UInt32, m Map(String, UInt8), a Array(UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, {'a': 2}, [1]), (2, {}, [2, 3]), (3, {'a': 1, 'b': 9}, [4]), (4, {'a': 1}, []);

SELECT k FROM t ORDER BY m;
-- 2
-- 4
-- 3
-- 1
SELECT k, m FROM t ORDER BY m DESC, k;
-- 1	{'a':2}
-- 3	{'a':1,'b':9}
-- 4	{'a':1}
-- 2	{}
SELECT m, k FROM t ORDER BY ALL;
-- {}	2
-- {'a':1}	4
-- {'a':1,'b':9}	3
-- {'a':2}	1
SELECT m, e FROM t ARRAY JOIN a AS e ORDER BY ALL;
-- {}	2
-- {}	3
-- {'a':1,'b':9}	4
-- {'a':2}	1
SELECT k, row_number() OVER (ORDER BY m) FROM t ORDER BY k;
-- 1	4
-- 2	1
-- 3	3
-- 4	2
SELECT k FROM t ORDER BY tuple(length(a), m) LIMIT 2;
-- 4
-- 3
