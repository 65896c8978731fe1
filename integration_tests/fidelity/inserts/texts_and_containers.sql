-- Texts become arrays and tuples where a column wants them, and arrays become texts.

CREATE TABLE tx (t Tuple(a UInt8, b String), m Map(String, UInt8), a Array(UInt8), d Array(Date), n Array(Nullable(UInt8)), x Array(Tuple(UInt8, String))) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO tx (a) VALUES ('[1,2]');
INSERT INTO tx (a) SELECT '[3]' FROM numbers(1);
INSERT INTO tx (a) SELECT '[4]';
INSERT INTO tx (a) VALUES ('x');
-- error CANNOT_READ_ARRAY_FROM_TEXT
INSERT INTO tx (a, d) VALUES ('[5]', '[\'2020-01-01\']'), ([6], ['2020-01-02']), (array(7), [toDate('2020-01-03')]);
INSERT INTO tx (m) VALUES ('{\'k\':5}');
INSERT INTO tx (t) VALUES ('(4,\'d\')');
INSERT INTO tx (t) SELECT '(5,\'e\')' FROM numbers(1);
INSERT INTO tx (m) SELECT '{\'k\':5}' FROM numbers(1);
-- error TYPE_MISMATCH
INSERT INTO tx (n) VALUES ('[1,NULL]');
INSERT INTO tx (x) VALUES ('[(1,\'a\'),(2,\'b\')]');
SELECT a, toString(d), n, x, t, m FROM tx ORDER BY toString(tuple(a, d, n, x, t, m));
-- [1,2]	[]	[]	[]	(0,'')	{}
-- [3]	[]	[]	[]	(0,'')	{}
-- [4]	[]	[]	[]	(0,'')	{}
-- [5]	['2020-01-01']	[]	[]	(0,'')	{}
-- [6]	['2020-01-02']	[]	[]	(0,'')	{}
-- [7]	['2020-01-03']	[]	[]	(0,'')	{}
-- []	[]	[1,NULL]	[]	(0,'')	{}
-- []	[]	[]	[(1,'a'),(2,'b')]	(0,'')	{}
-- []	[]	[]	[]	(0,'')	{'k':5}
-- []	[]	[]	[]	(4,'d')	{}
-- []	[]	[]	[]	(5,'e')	{}
CREATE TABLE ts (k UInt8, s String, n Nullable(String), l LowCardinality(String), f FixedString(8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO ts (k, s) SELECT 1, [1, 2] FROM numbers(1);
INSERT INTO ts (k, n) SELECT 2, [] FROM numbers(1);
INSERT INTO ts (k, s, l) SELECT 3, (1, 'x'), [(1, 'y')] FROM numbers(1);
INSERT INTO ts (k, s) SELECT 4, map('a', 1) FROM numbers(1);
INSERT INTO ts (k, s) VALUES (5, [1, 2]);
INSERT INTO ts (k, s, n) VALUES (6, [1.5], ['a']), (7, 'plain', NULL);
INSERT INTO ts (k, s) VALUES (10, '[3]'), (11, [toDate('2020-01-01')]), (12, ['it's']);
-- error SYNTAX_ERROR
INSERT INTO ts (k, s) SELECT 13, [toDate('2020-01-01')];
SELECT * FROM ts ORDER BY k;
-- 1	[1,2]	\N	''	\0\0\0\0\0\0\0\0
-- 2	''	[]	''	\0\0\0\0\0\0\0\0
-- 3	(1,'x')	\N	[(1,'y')]	\0\0\0\0\0\0\0\0
-- 4	{'a':1}	\N	''	\0\0\0\0\0\0\0\0
-- 5	[1,2]	\N	''	\0\0\0\0\0\0\0\0
-- 6	[1.5]	['a']	''	\0\0\0\0\0\0\0\0
-- 7	plain	\N	''	\0\0\0\0\0\0\0\0
-- 13	['2020-01-01']	\N	''	\0\0\0\0\0\0\0\0
CREATE TABLE va (a Int32, d Array(UInt8)) ENGINE = MergeTree ORDER BY a;
INSERT INTO va VALUES (400, '[1,2]'), (401, array(3));
SELECT * FROM va ORDER BY a;
-- 400	[1,2]
-- 401	[3]
SELECT * FROM va ORDER BY a;
-- 400	[1,2]
-- 401	[3]
