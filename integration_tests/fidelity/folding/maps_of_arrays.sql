-- The arrays of a Nested …Map are summed together, by their keys.

CREATE TABLE t (k Int32, aMap Nested(id Int32, keyID String, v Int64, w Float64), sMap Nested(id UInt16, v UInt8), plain Nested(x Int32), s Int32) ENGINE = SummingMergeTree(s) ORDER BY k;
INSERT INTO t VALUES (1, [1, 1, 2], ['a', 'b', 'a'], [1, 2, 3], [0.5, 0.5, 0.5], [1, 2, 1], [200, 1, 100], [1], 1);
INSERT INTO t VALUES (1, [1, 2], ['a', 'a'], [10, -3], [1, -0.5], [2], [254], [2, 3], 1), (2, [], [], [], [], [5], [0], [], 0);
SELECT * FROM t FINAL ORDER BY k;
-- 1	[1,1]	['a','b']	[11,2]	[1.5,0.5]	[1,2]	[44,255]	[1]	2
-- 2	[]	[]	[]	[]	[]	[]	[]	0
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
-- 1	[1,1]	['a','b']	[11,2]	[1.5,0.5]	[1,2]	[44,255]	[1]	2
-- 2	[]	[]	[]	[]	[]	[]	[]	0
ALTER TABLE t ADD COLUMN aMap.u Array(Int16), RENAME COLUMN sMap.v TO sMap.n;
INSERT INTO t (k, aMap.id, aMap.keyID, aMap.u, sMap.id, sMap.n) VALUES (1, [1, 7], ['a', 'a'], [5, 6], [1], [1]);
SELECT * FROM t FINAL ORDER BY k;
-- 1	[1,1,7]	['a','b','a']	[11,2,0]	[1.5,0.5,0]	[1,2]	[45,255]	[1]	2	[5,0,6]
-- 2	[]	[]	[]	[]	[]	[]	[]	0	[]
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
-- 1	[1,1,7]	['a','b','a']	[11,2,0]	[1.5,0.5,0]	[1,2]	[45,255]	[1]	2	[5,0,6]
-- 2	[]	[]	[]	[]	[]	[]	[]	0	[]
CREATE TABLE listed (k Int32, aMap Nested(id Int32, v Int64), b Int32, c Int32) ENGINE = SummingMergeTree((aMap, c)) ORDER BY k;
INSERT INTO listed VALUES (1, [1], [2], 5, 3), (1, [1], [3], 6, 3);
SELECT * FROM listed;
-- 1	[1]	[5]	5	6
CREATE TABLE noMap (k Int32, m Nested(id Int32, v Int64)) ENGINE = SummingMergeTree(nope) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
