-- Tuples, with and without names.

CREATE TABLE t (k UInt8, p Tuple(Int32, String), q Tuple(x Float64, y Array(UInt8))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, (5, 'five'), (1.5, [1, 2]));
INSERT INTO t (k) VALUES (2);
SELECT * FROM t ORDER BY k;
-- 1	(5,'five')	(1.5,[1,2])
-- 2	(0,'')	(0,[])
SELECT tupleElement(p, 2), tupleElement(q, 'y') FROM t WHERE k = 1;
-- five	[1,2]
