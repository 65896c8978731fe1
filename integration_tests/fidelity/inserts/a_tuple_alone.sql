-- A tuple that is the only value of a row.

CREATE TABLE t (p Tuple(name String, n UInt32)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO t VALUES (('a', 1));
INSERT INTO t VALUES (('b', 2)), (('c', 3)) (tuple('d', 4));
INSERT INTO t VALUES (('e', 2 + 3)), (('f', toUInt32(length('abcdef'))));
SELECT p.name, p.n FROM t ORDER BY p.n;
-- a	1
-- b	2
-- c	3
-- d	4
-- e	5
-- f	6
CREATE TABLE one (p Tuple(UInt8)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO one VALUES (tuple(7)), ((8,));
SELECT tupleElement(p, 1) FROM one ORDER BY ALL;
-- 7
-- 8
CREATE TABLE nested (p Tuple(Tuple(UInt8, String), Array(UInt8))) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO nested VALUES (((1, 'x'), [1, 2])), (((2, 'y'), []));
SELECT p.1.1, p.1.2, length(p.2) FROM nested ORDER BY ALL;
-- 1	x	2
-- 2	y	0
INSERT INTO t (p) VALUES (('g', 'no number'));
-- error CANNOT_PARSE_TEXT
INSERT INTO t VALUES ('h', 1);
-- error SYNTAX_ERROR
-- differs: there are two values for one column and the first is no tuple; of two mistakes another is told, docs/differences.md#errors-and-answers
-- error CANNOT_PARSE_INPUT_ASSERTION_FAILED
