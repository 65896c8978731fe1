-- A Nested column is an array for each element, and a whole that is an array of tuples.

CREATE TABLE t (k Int32, n Nested(a Int32, b String) COMMENT 'it is nested', z Int8 DEFAULT length(n.a)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2], ['x', 'y'], 0), (2, [], [], 1);
INSERT INTO t (k, n.b) VALUES (3, ['p', 'q']);
INSERT INTO t (k, n.a) SELECT 4, range(3);
INSERT INTO t (k) VALUES (5);
SELECT name, type, comment FROM system.columns WHERE database = currentDatabase() AND table = 't' ORDER BY position;
-- k	Int32	''
-- n.a	Array(Int32)	it is nested
-- n.b	Array(String)	it is nested
-- z	Int8	''
SELECT * FROM t ORDER BY k;
-- 1	[1,2]	['x','y']	0
-- 2	[]	[]	1
-- 3	[0,0]	['p','q']	2
-- 4	[0,1,2]	['','','']	3
-- 5	[]	[]	0
SELECT n.a, `n.b`, t.n.a, length(n.b) FROM t ORDER BY k;
-- [1,2]	['x','y']	[1,2]	2
-- []	[]	[]	0
-- [0,0]	['p','q']	[0,0]	2
-- [0,1,2]	['','','']	[0,1,2]	3
-- []	[]	[]	0
SELECT arrayMap(x -> x.b, n), toTypeName(n), length(n) FROM t ORDER BY k;
-- ['x','y']	Array(Tuple(\n    a Int32,\n    b String))	2
-- []	Array(Tuple(\n    a Int32,\n    b String))	0
-- ['p','q']	Array(Tuple(\n    a Int32,\n    b String))	2
-- ['','','']	Array(Tuple(\n    a Int32,\n    b String))	3
-- []	Array(Tuple(\n    a Int32,\n    b String))	0
SELECT k, n.a, n.b, z FROM t ARRAY JOIN n ORDER BY k, n.a, n.b;
-- 1	1	x	0
-- 1	2	y	0
-- 3	0	p	2
-- 3	0	q	2
-- 4	0	''	3
-- 4	1	''	3
-- 4	2	''	3
SELECT *, m.a, m.b FROM t ARRAY JOIN n AS m WHERE k = 1 ORDER BY m.a;
-- 1	[1,2]	['x','y']	0	1	x
-- 1	[1,2]	['x','y']	0	2	y
SELECT k, m.b, n.b FROM t LEFT ARRAY JOIN n AS m ORDER BY k, m.b;
-- 1	x	['x','y']
-- 1	y	['x','y']
-- 2	''	[]
-- 3	p	['p','q']
-- 3	q	['p','q']
-- 4	''	['','','']
-- 4	''	['','','']
-- 4	''	['','','']
-- 5	''	[]
SELECT k, n.a FROM t LEFT ARRAY JOIN n.a ORDER BY k, n.a;
-- 1	1
-- 1	2
-- 2	0
-- 3	0
-- 3	0
-- 4	0
-- 4	1
-- 4	2
-- 5	0
SELECT k, n.1, n.2 FROM t ARRAY JOIN n ORDER BY k, n.1, n.2;
-- 1	1	x
-- 1	2	y
-- 3	0	p
-- 3	0	q
-- 4	0	''
-- 4	1	''
-- 4	2	''
SELECT n.* FROM t ARRAY JOIN n WHERE k = 1 ORDER BY n.a;
-- 1	x
-- 2	y
SELECT n.a FROM (SELECT k, n.a FROM t) ORDER BY k;
-- [1,2]
-- []
-- [0,0]
-- [0,1,2]
-- []
SELECT l.n.a, r.n.b FROM t AS l JOIN t AS r ON l.k = r.k WHERE has(l.n.a, 2) ORDER BY l.k;
-- [1,2]	['x','y']
-- [0,1,2]	['','','']
SELECT n.a, count() FROM t GROUP BY n.a ORDER BY n.a;
-- []	2
-- [0,0]	1
-- [0,1,2]	1
-- [1,2]	1
INSERT INTO t (k, n.a, n.b) VALUES (6, [1], ['r', 's']);
-- error SIZES_OF_ARRAYS_DONT_MATCH
INSERT INTO t SELECT 6, [1, 2, 3], [], 0;
-- error SIZES_OF_ARRAYS_DONT_MATCH
INSERT INTO t (k, n) VALUES (6, []);
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE u (k Int32, n Nested(a Int8), n UInt8) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE r (k Int32, v Int32, n Nested(a Int32, b String)) ENGINE = ReplacingMergeTree(v) PARTITION BY length(n.a) ORDER BY (k, n.b);
INSERT INTO r VALUES (1, 1, [1], ['a']), (2, 1, [2], ['b']);
INSERT INTO r VALUES (1, 2, [3], ['a']), (1, 3, [3, 4], ['c', 'd']);
SELECT * FROM r FINAL ORDER BY k, n.b;
-- 1	2	[3]	['a']
-- 1	3	[3,4]	['c','d']
-- 2	1	[2]	['b']
SELECT k, n.a FROM r FINAL ARRAY JOIN n ORDER BY k, n.a;
-- 1	3
-- 1	3
-- 1	4
-- 2	2
CREATE TABLE copy AS r;
INSERT INTO copy SELECT * FROM r FINAL;
CREATE TABLE made ENGINE = MergeTree ORDER BY k AS SELECT * FROM copy;
SELECT n.b FROM made ORDER BY n.b;
-- ['a']
-- ['b']
-- ['c','d']
CREATE VIEW seen AS SELECT k, n.a FROM r;
SELECT n.a FROM seen ORDER BY n.a;
-- [1]
-- [2]
-- [3]
-- [3,4]
SET flatten_nested = 0;
CREATE TABLE whole (k Int32, n Nested(a Int32, b String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO whole VALUES (1, [(1, 'x'), (2, 'y')]);
SELECT n.a, n.b, length(n) FROM whole;
-- [1,2]	['x','y']	2
ALTER TABLE whole ADD COLUMN n.c Array(UInt8);
-- error BAD_ARGUMENTS
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'whole' ORDER BY position;
-- k	Int32
-- n	Nested(a Int32, b String)
