-- DISTINCT of maps, and of what holds maps, in order.

CREATE TABLE t (k UInt32, v String, m Map(String, UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', {'a': 1}), (2, 'b', {'a': 1}), (3, 'a', {});

SELECT DISTINCT m FROM t ORDER BY m;
-- {}
-- {'a':1}
SELECT DISTINCT m FROM t ORDER BY m DESC;
-- {'a':1}
-- {}
SELECT DISTINCT m, v FROM t ORDER BY m, v LIMIT 2;
-- {}	a
-- {'a':1}	a
SELECT DISTINCT [m] AS x FROM t ORDER BY x;
-- [{}]
-- [{'a':1}]
SELECT DISTINCT map('a', 1) AS x FROM t ORDER BY x;
-- {'a':1}
SELECT DISTINCT m FROM t ORDER BY ALL;
-- {}
-- {'a':1}
SELECT DISTINCT m FROM t ORDER BY length(m), 1;
-- {}
-- {'a':1}
SELECT DISTINCT m FROM t ORDER BY m LIMIT 1 BY m;
-- {}
-- {'a':1}
SELECT DISTINCT m, v FROM t ORDER BY v, m LIMIT 1 BY m;
-- {}	a
-- {'a':1}	a
