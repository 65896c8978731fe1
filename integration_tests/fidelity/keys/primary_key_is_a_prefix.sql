-- The primary key is a prefix of the sorting key; alone it is the sorting key.

CREATE TABLE t (a UInt32, b UInt32, v String) ENGINE = ReplacingMergeTree
PRIMARY KEY a ORDER BY (a, b);
INSERT INTO t VALUES (1, 1, 'x'), (1, 2, 'y');
INSERT INTO t VALUES (1, 2, 'z');
SELECT * FROM t FINAL ORDER BY b;
-- 1	1	x
-- 1	2	z
CREATE TABLE p (a UInt32, v String) ENGINE = ReplacingMergeTree PRIMARY KEY a;
INSERT INTO p VALUES (1, 'x'), (1, 'y');
SELECT * FROM p;
-- 1	y
CREATE TABLE q (a UInt32 PRIMARY KEY, v String) ENGINE = ReplacingMergeTree;
INSERT INTO q VALUES (1, 'x'), (1, 'y');
SELECT * FROM q;
-- 1	y
CREATE TABLE bad (a UInt32, b UInt32) ENGINE = ReplacingMergeTree PRIMARY KEY b ORDER BY (a, b);
-- error BAD_ARGUMENTS
