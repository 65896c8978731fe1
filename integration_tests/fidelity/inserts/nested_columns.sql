-- The arrays of a Nested column by their own names, and all columns but some.

CREATE TABLE t (k Int32, n Nested(a Int32, b String), z Int8 DEFAULT 3) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t (k, n.a, n.b) VALUES (1, [1, 2], ['x', 'y']), (2, [], []);
INSERT INTO t (k, n.a) VALUES (3, [7, 8]);
INSERT INTO t (n.b, k, n.a) SELECT [toString(number)], toInt32(number) + 10, [toInt32(number)] FROM numbers(2);

INSERT INTO t (k, n.a, n.b) VALUES (4, [1, 2], ['x']);
-- error SIZES_OF_ARRAYS_DONT_MATCH
INSERT INTO t (k, n.c) VALUES (4, [1, 2]);
-- error NO_SUCH_COLUMN_IN_TABLE
INSERT INTO t (k, m.c) VALUES (4, [1, 2]);
-- error NO_SUCH_COLUMN_IN_TABLE
INSERT INTO t (k, n.a, n.a) VALUES (4, [1], [2]);
-- error DUPLICATE_COLUMN
SELECT k, n.a, n.b, z FROM t FINAL ORDER BY k;
-- 1	[1,2]	['x','y']	3
-- 2	[]	[]	3
-- 3	[7,8]	['','']	3
-- 10	[0]	['0']	3
-- 11	[1]	['1']	3
SELECT k, a, b FROM t ARRAY JOIN n.a AS a, n.b AS b ORDER BY k, a;
-- 1	1	x
-- 1	2	y
-- 3	7	''
-- 3	8	''
-- 10	0	0
-- 11	1	1
CREATE TABLE p (k Int32, v String DEFAULT 'd', w Int32 DEFAULT 5, c Int32 MATERIALIZED k + 1) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO p (* EXCEPT (v)) VALUES (1, 10);
INSERT INTO p (* EXCEPT w) VALUES (2, 'two');
INSERT INTO p (* EXCEPT (v, w)) SELECT 3;
INSERT INTO p (* EXCEPT (nope)) VALUES (4, 'four', 40);
SELECT k, v, w, c FROM p ORDER BY k;
-- 1	d	10	2
-- 2	two	5	3
-- 3	d	5	4
-- 4	four	40	5
