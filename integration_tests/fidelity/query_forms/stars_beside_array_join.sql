-- Beside ARRAY JOIN `*` has the elements, and `t.*` the arrays; a name means the element.

CREATE TABLE t (k UInt8, a Array(UInt8), n Nested(x UInt8)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, [5, 6], [7, 8]), (2, [], []);

SELECT * FROM t ARRAY JOIN a ORDER BY a;
-- 1	5	[7,8]
-- 1	6	[7,8]
SELECT t.* FROM t ARRAY JOIN a ORDER BY a;
-- 1	[5,6]	[7,8]
-- 1	[5,6]	[7,8]
SELECT s.*, s.a + 0 AS e FROM t AS s FINAL ARRAY JOIN a ORDER BY a;
-- 1	[5,6]	[7,8]	5
-- 1	[5,6]	[7,8]	6
SELECT s.COLUMNS('^a') FROM t AS s LEFT ARRAY JOIN s.a ORDER BY s.k, s.a;
-- [5,6]
-- [5,6]
-- []
SELECT s.* EXCEPT k APPLY toString FROM t AS s ARRAY JOIN n ORDER BY n.x;
-- [5,6]	[7,8]
-- [5,6]	[7,8]
SELECT s.*, b FROM t AS s ARRAY JOIN a AS b ORDER BY b;
-- 1	[5,6]	[7,8]	5
-- 1	[5,6]	[7,8]	6
SELECT s.* FROM t AS s JOIN t AS u ON u.k = s.k ARRAY JOIN s.a ORDER BY s.a;
-- 1	[5,6]	[7,8]
-- 1	[5,6]	[7,8]
SELECT count() FROM (SELECT s.* FROM t AS s ARRAY JOIN a WHERE a = 5) WHERE has(a, 6);
-- 1
