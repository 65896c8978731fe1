-- Arrays, maps and tuples come out of FINAL and merges as they went in.

CREATE TABLE t (k UInt8, a Array(Nullable(String)), m Map(String, Array(UInt8)), p Tuple(x UInt8, y Array(Tuple(UInt8, String)))) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['a', NULL], {'x': [1, 2]}, (1, [(2, 'b')]));
INSERT INTO t VALUES (1, [NULL], {'y': []}, (3, [])), (2, [], {}, (0, [(1, 'q'), (2, '')]));
SELECT k, a, m, p FROM t FINAL ORDER BY k;
-- 1	[NULL]	{'y':[]}	(3,[])
-- 2	[]	{}	(0,[(1,'q'),(2,'')])
OPTIMIZE TABLE t FINAL;
