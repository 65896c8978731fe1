-- * and COLUMNS behind a tuple, or an array of tuples, are its elements.

CREATE TABLE t (id UInt8, p Tuple(a UInt8, b String)) ENGINE = ReplacingMergeTree ORDER BY id;
CREATE TABLE n (id UInt8, n Nested(a UInt8, b String)) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, (4, 'w'));
INSERT INTO t VALUES (1, (5, 'x'));
INSERT INTO n (id, `n.a`, `n.b`) VALUES (1, [1, 2], ['x', 'y']);

SELECT p.* FROM t FINAL;
-- 5	x
SELECT t.p.* FROM t FINAL;
-- 5	x
SELECT p.* EXCEPT a FROM t FINAL;
-- x
SELECT p.* REPLACE (1 AS a) FROM t FINAL;
-- 1	x
SELECT p.* APPLY toString FROM t FINAL;
-- 5	x
SELECT p.COLUMNS('a') FROM t FINAL;
-- 5
SELECT p.COLUMNS('nothing') FROM t FINAL;
-- error EMPTY_LIST_OF_COLUMNS_QUERIED
SELECT id.* FROM t;
-- error UNSUPPORTED_METHOD
SELECT p.* FROM t AS p FINAL;
-- 5	x
SELECT (id, 'x') AS c, c.2, c.*, c.COLUMNS('2') FROM t FINAL;
-- (1,'x')	x	1	x	x
SELECT c.a, c.b FROM (SELECT p AS c, c.* FROM t FINAL);
-- 5	x
SELECT `c.a` FROM (SELECT p AS c, c.* FROM t FINAL);
-- 5
DESCRIBE (SELECT p.*, x.p.* FROM t AS x);
-- p.a	UInt8	''	''	''	''	''
-- p.b	String	''	''	''	''	''
-- x.p.a	UInt8	''	''	''	''	''
-- x.p.b	String	''	''	''	''	''
SELECT n.* FROM n;
-- [1,2]	['x','y']
SELECT n.* FROM n ARRAY JOIN n ORDER BY ALL;
-- 1	x
-- 2	y
SELECT n.* EXCEPT a FROM n ARRAY JOIN n ORDER BY ALL;
-- x
-- y
SELECT m.a, m.* APPLY(toString) FROM n ARRAY JOIN n AS m ORDER BY m.a DESC;
-- 2	2	y
-- 1	1	x
SELECT a.* FROM (SELECT [(1, 'x'), (2, 'y')]::Array(Tuple(e UInt8, f String)) AS a FROM t FINAL) ARRAY JOIN a ORDER BY ALL;
-- 1	x
-- 2	y
