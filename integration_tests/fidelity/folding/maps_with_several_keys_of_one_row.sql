-- Entries of a Nested …Map whose keys are several fields are merged only where a second row comes.

CREATE TABLE t (k UInt64, FMap Nested(k1 UInt32, k2ID Int8, s Float64)) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO t (k, FMap.k1, FMap.k2ID, FMap.s) VALUES (2, [2, 1, 1], [4, 3, 3], [20, 22, 33]), (3, [1, 1], [1, 1], [5, 6]);
SELECT k, FMap.k1, FMap.k2ID, FMap.s FROM t FINAL ORDER BY k;
-- 2	[2,1,1]	[4,3,3]	[20,22,33]
-- 3	[1,1]	[1,1]	[5,6]
INSERT INTO t (k, FMap.k1, FMap.k2ID, FMap.s) VALUES (2, [1], [3], [1]), (4, [7, 7], [7, 7], [0, 0]);
SELECT k, FMap.k1, FMap.k2ID, FMap.s FROM t FINAL ORDER BY k;
-- 2	[1,2]	[3,4]	[56,20]
-- 3	[1,1]	[1,1]	[5,6]
-- 4	[7,7]	[7,7]	[0,0]
OPTIMIZE TABLE t FINAL;
SELECT k, FMap.k1, FMap.k2ID, FMap.s FROM t ORDER BY k;
-- 2	[1,2]	[3,4]	[56,20]
-- 3	[1,1]	[1,1]	[5,6]
-- 4	[7,7]	[7,7]	[0,0]
