-- Commands for the arrays of a Nested column, and for all of them.

CREATE TABLE t (k UInt32, n Nested(a Int32, b String), z Int8 DEFAULT 3) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2], ['x', 'y'], 0), (2, [], [], 1);
ALTER TABLE t ADD COLUMN n.c Array(UInt8) AFTER n, ADD COLUMN n.d Array(UInt64) DEFAULT arrayMap(x -> x * 2, n.a) AFTER n;
SELECT * FROM t ORDER BY k;
-- 1	[1,2]	['x','y']	[0,0]	[2,4]	0
-- 2	[]	[]	[]	[]	1
ALTER TABLE t UPDATE z = 7 WHERE k = 1;
ALTER TABLE t UPDATE `n.a` = arrayMap(x -> x + 1, n.a) WHERE length(n.a) > 1;
SELECT k, n.a, n.c, n.d FROM t ORDER BY k;
-- 1	[2,3]	[0,0]	[4,6]
-- 2	[]	[]	[]
INSERT INTO t (k, n.a) SELECT number + 10, range(number) FROM numbers(4);
INSERT INTO t (k, n.a, n.c) SELECT number + 20, range(number), [1] FROM numbers(4);
-- error SIZES_OF_ARRAYS_DONT_MATCH
OPTIMIZE TABLE t FINAL;
SELECT k, n.a, n.b, n.c, n.d FROM t ORDER BY k;
-- 1	[2,3]	['x','y']	[0,0]	[4,6]
-- 2	[]	[]	[]	[]
-- 10	[]	[]	[]	[]
-- 11	[0]	['']	[0]	[0]
-- 12	[0,1]	['','']	[0,0]	[0,2]
-- 13	[0,1,2]	['','','']	[0,0,0]	[0,2,4]
DELETE FROM t WHERE has(n.a, 0);
ALTER TABLE t DELETE WHERE empty(n.a);
ALTER TABLE t RENAME COLUMN n.a TO n.aa;
INSERT INTO t (k, n.aa) VALUES (30, [5]);
SELECT k, n.aa, n.d FROM t ORDER BY k;
-- 1	[2,3]	[4,6]
-- 30	[5]	[10]
ALTER TABLE t RENAME COLUMN n.aa TO m.aa;
-- error BAD_ARGUMENTS
ALTER TABLE t RENAME COLUMN n.aa TO aa;
-- error BAD_ARGUMENTS
ALTER TABLE t RENAME COLUMN z TO n.z;
-- error BAD_ARGUMENTS
ALTER TABLE t RENAME COLUMN n TO m;
-- error NOT_IMPLEMENTED
ALTER TABLE t MODIFY COLUMN n Nested(aa String);
-- error NOT_FOUND_COLUMN_IN_BLOCK
ALTER TABLE t DROP COLUMN n.aa;
-- error ILLEGAL_COLUMN
ALTER TABLE t DROP COLUMN n.nope;
-- error NOT_FOUND_COLUMN_IN_BLOCK
ALTER TABLE t DROP COLUMN IF EXISTS n.nope;
ALTER TABLE t ADD COLUMN n Nested(q UInt8);
-- error DUPLICATE_COLUMN
ALTER TABLE t ADD COLUMN n UInt8;
-- error DUPLICATE_COLUMN
ALTER TABLE t ADD COLUMN IF NOT EXISTS n Nested(q UInt8);
ALTER TABLE t ADD COLUMN o Nested(p UInt8, q String) AFTER k;
ALTER TABLE t COMMENT COLUMN o.p 'first', MODIFY COLUMN o.q Array(String) DEFAULT arrayMap(x -> 'q', o.p);
ALTER TABLE t CLEAR COLUMN n.b;
SELECT * FROM t ORDER BY k;
-- 1	[]	[]	[2,3]	['','']	[0,0]	[4,6]	7
-- 30	[]	[]	[5]	['']	[0]	[10]	3
ALTER TABLE t DROP COLUMN n;
SELECT name, type, comment FROM system.columns WHERE database = currentDatabase() AND table = 't' ORDER BY position;
-- k	UInt32	''
-- o.p	Array(UInt8)	first
-- o.q	Array(String)	''
-- z	Int8	''
SELECT * FROM t ORDER BY k;
-- 1	[]	[]	7
-- 30	[]	[]	3
ALTER TABLE t DROP COLUMN o.q, DROP COLUMN o, ADD COLUMN n String DEFAULT 'new';
SELECT * FROM t ORDER BY k;
-- 1	7	new
-- 30	3	new
