-- Arrays, empty ones, of texts and of arrays.

CREATE TABLE t (k UInt8, a Array(Int32), s Array(String), n Array(Array(UInt8))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2, 3], ['x', 'it''s'], [[1], [2, 3]]), (2, [], [], []);
SELECT * FROM t ORDER BY k;
-- 1	[1,2,3]	['x','it\\'s']	[[1],[2,3]]
-- 2	[]	[]	[]
