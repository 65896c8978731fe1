-- Names in a result have the tables' names that they need: also in expressions and behind *.

CREATE TABLE l (i UInt8, j UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE r (i UInt8, k UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE q (i UInt8, z UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE t (id UInt8, p Tuple(a UInt8, b String)) ENGINE = MergeTree ORDER BY id;
INSERT INTO l VALUES (1, 10), (2, 20);
INSERT INTO r VALUES (1, 100), (3, 30);
INSERT INTO q VALUES (1, 7);
INSERT INTO t VALUES (1, (5, 'x'));

DESCRIBE (SELECT * FROM l JOIN r ON l.i = r.i);
-- i	UInt8	''	''	''	''	''
-- j	UInt8	''	''	''	''	''
-- k	UInt8	''	''	''	''	''
-- r.i	UInt8	''	''	''	''	''
DESCRIBE (SELECT r.*, l.* FROM l JOIN r USING (i));
-- i	UInt8	''	''	''	''	''
-- j	UInt8	''	''	''	''	''
-- k	UInt8	''	''	''	''	''
-- r.i	UInt8	''	''	''	''	''
DESCRIBE (SELECT * FROM l JOIN r ON l.i = r.i JOIN q ON q.i = l.i);
-- j	UInt8	''	''	''	''	''
-- k	UInt8	''	''	''	''	''
-- l.i	UInt8	''	''	''	''	''
-- q.i	UInt8	''	''	''	''	''
-- r.i	UInt8	''	''	''	''	''
-- z	UInt8	''	''	''	''	''
DESCRIBE (SELECT * FROM l JOIN r USING (i) JOIN q ON q.i = l.i);
-- i	UInt8	''	''	''	''	''
-- j	UInt8	''	''	''	''	''
-- k	UInt8	''	''	''	''	''
-- q.i	UInt8	''	''	''	''	''
-- z	UInt8	''	''	''	''	''
DESCRIBE (SELECT * APPLY(x -> x + 1) FROM l JOIN r ON l.i = r.i);
-- plus(i, 1)	UInt16	''	''	''	''	''
-- plus(j, 1)	UInt16	''	''	''	''	''
-- plus(k, 1)	UInt16	''	''	''	''	''
-- plus(r.i, 1)	UInt16	''	''	''	''	''
DESCRIBE (SELECT * APPLY(toString) FROM l JOIN r ON l.i = r.i);
-- toString(i)	String	''	''	''	''	''
-- toString(j)	String	''	''	''	''	''
-- toString(k)	String	''	''	''	''	''
-- toString(r.i)	String	''	''	''	''	''
DESCRIBE (SELECT *, k AS i FROM r);
-- i	UInt8	''	''	''	''	''
-- k	UInt8	''	''	''	''	''
-- r.i	UInt8	''	''	''	''	''
DESCRIBE (SELECT l.i, r.i AS i, l.j + 1 FROM l JOIN r ON l.i = r.i);
-- i	UInt8	''	''	''	''	''
-- l.i	UInt8	''	''	''	''	''
-- plus(j, 1)	UInt16	''	''	''	''	''
DESCRIBE (SELECT r.i + l.i, r.k + 1, max(r.i) OVER (PARTITION BY l.j, r.i ORDER BY r.k) FROM l JOIN r ON l.i = r.i);
-- max(r.i) OVER (PARTITION BY j, r.i ORDER BY k ASC)	UInt8	''	''	''	''	''
-- plus(k, 1)	UInt16	''	''	''	''	''
-- plus(r.i, i)	UInt16	''	''	''	''	''
DESCRIBE (SELECT arrayMap(x -> x + r.i + l.i, [1]) FROM l JOIN r ON l.i = r.i);
-- arrayMap(lambda(tuple(x), plus(plus(x, r.i), i)), [1])	Array(UInt32)	''	''	''	''	''
DESCRIBE (SELECT toTypeName(q.i), count(r.i), sum(j) FROM l JOIN r ON l.i = r.i JOIN q ON q.i = l.i GROUP BY q.i);
-- count(r.i)	UInt64	''	''	''	''	''
-- sum(j)	UInt64	''	''	''	''	''
-- toTypeName(q.i)	String	''	''	''	''	''
DESCRIBE (SELECT t.p.a, p.b, p.a + 1 FROM t);
-- p.a	UInt8	''	''	''	''	''
-- p.b	String	''	''	''	''	''
-- plus(p.a, 1)	UInt16	''	''	''	''	''
DESCRIBE (SELECT x.p.a, y.p.a FROM t AS x JOIN t AS y ON x.id = y.id);
-- p.a	UInt8	''	''	''	''	''
-- y.p.a	UInt8	''	''	''	''	''
SELECT `p.a` FROM (SELECT p.a FROM t);
-- 5
SELECT a FROM (SELECT p.a FROM t);
-- error UNKNOWN_IDENTIFIER
SELECT s.p.a FROM (SELECT t.p.a FROM t) AS s;
-- 5
SELECT value, `t2.value` FROM (SELECT * FROM (SELECT i AS id, j AS value FROM l) AS t1 JOIN (SELECT i AS id, k AS value FROM r) AS t2 USING (id));
-- 10	100
SELECT `t1.i`, `t3.i` FROM (SELECT * FROM l AS t1 JOIN l AS t2 ON t1.i = t2.i JOIN l AS t3 ON t2.i = t3.i) ORDER BY ALL;
-- 1	1
-- 2	2
SELECT `sum(r.i)` + `sum(i)` FROM (SELECT sum(r.i), sum(l.i) FROM l JOIN r ON l.i = r.i);
-- 2
CREATE TABLE made ENGINE = MergeTree ORDER BY tuple() AS SELECT l.i, r.i, p.a FROM l JOIN r ON l.i = r.i JOIN t ON t.id = l.i;
SELECT `l.i`, r.i, `p.a` FROM made;
-- 1	1	5
DESCRIBE (SELECT l.i FROM l RIGHT JOIN r USING (i));
-- l.i	UInt8	''	''	''	''	''
-- differs: a RIGHT JOIN with USING names columns as the other joins do, docs/differences.md#corners-of-clickhouses-analyzer
-- i	UInt8	''	''	''	''	''
