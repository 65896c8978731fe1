-- Zeros with a minus sign in VALUES, which floats keep.
CREATE TABLE t (k Int32, f Float32, d Float64) ENGINE=MergeTree ORDER BY k;
INSERT INTO t VALUES (1, -0, -0), (2, -0.0, -0.0), (3, '-0', '-0');
INSERT INTO t VALUES (4+0, -0, -0), (5+0, -0.0, -0.0);
INSERT INTO t SELECT 6, -0, -0;
INSERT INTO t VALUES (8, 0-0, -(0)),(9,-0,-0);
SELECT k, f,d, 1/f, 1/d FROM t ORDER BY k;
-- 1	-0	-0	-inf	-inf
-- 2	-0	-0	-inf	-inf
-- 3	-0	-0	-inf	-inf
-- 4	-0	-0	-inf	-inf
-- 5	-0	-0	-inf	-inf
-- 6	0	0	inf	inf
-- 8	0	0	inf	inf
-- 9	-0	-0	-inf	-inf
CREATE TABLE u (k Int32, a Array(Float64), m Map(String, Float32), p Tuple(Int32, Float64), n Nullable(Float64), i Int32, c Decimal(10,2)) ENGINE=MergeTree ORDER BY k;
INSERT INTO u VALUES (1, [-0, 1, -0.0], {'a': -0, 'b': -0.0e5}, (-0, -0.0), -0, -0, -0), (2, [], {}, (1, 1), -.0, 3, -1.5), (3+0, [9007199254740993], {'a':16777217}, (1, -0), -1e-400, 3, -1.5);
SELECT * FROM u ORDER BY k;
-- 1	[-0,1,-0]	{'a':-0,'b':-0}	(0,-0)	-0	0	0
-- 2	[]	{}	(1,1)	-0	3	-1.5
-- 3	[9007199254740992]	{'a':16777216}	(1,-0)	-0	3	-1.5
SELECT 1/p.2, 1/n FROM u ORDER BY k;
-- -inf	-inf
-- 1	-inf
-- -inf	-inf
