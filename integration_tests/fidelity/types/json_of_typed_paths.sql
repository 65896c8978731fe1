-- Paths of a JSON with types, and paths that are left out.

CREATE TABLE t (k Int64, j JSON(a UInt32, b.c String, SKIP s, SKIP REGEXP '^t', max_dynamic_paths=10)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, '{"a":5,"b":{"c":"x","d":1},"s":{"q":1},"tt":5,"u":{"tt":1}}'), (2, '{"u":1}'), (3, '{"a":"9","b":{"c":7}}');

SELECT k, j, j.a, j.b.c, j.b.d, j.s, j.u, j.^b FROM t ORDER BY k;
-- 1	{"a":5,"b":{"c":"x","d":1},"u":{"tt":1}}	5	x	1	\N	\N	{"c":"x","d":1}
-- 2	{"a":0,"b":{"c":""},"u":1}	0	''	\N	\N	1	{"c":""}
-- 3	{"a":9,"b":{"c":"7"}}	9	7	\N	\N	\N	{"c":"7"}

SELECT toTypeName(j), toTypeName(j.a), toTypeName(j.b.c), toTypeName(j.u) FROM t LIMIT 1;
-- JSON(max_dynamic_paths=10, a UInt32, `b.c` String, SKIP s, SKIP REGEXP '^t')	UInt32	String	Dynamic

SELECT k FROM t WHERE j.a = 5;
-- 1

SELECT sum(j.a), max(j.b.c) FROM t;
-- 14	x

SELECT j.a, count() FROM t GROUP BY j.a ORDER BY j.a;
-- 0	1
-- 5	1
-- 9	1

SELECT toString(JSONAllPaths(j)), toString(JSONAllPathsWithTypes(j)), toString(JSONDynamicPaths(j)), toString(JSONDynamicPathsWithTypes(j)) FROM t ORDER BY k;
-- ['a','b.c','b.d','u.tt']	{'a':'UInt32','b.c':'String','b.d':'Int64','u.tt':'Int64'}	['b.d','u.tt']	{'b.d':'Int64','u.tt':'Int64'}
-- ['a','b.c','u']	{'a':'UInt32','b.c':'String','u':'Int64'}	['u']	{'u':'Int64'}
-- ['a','b.c']	{'a':'UInt32','b.c':'String'}	[]	{}

INSERT INTO t VALUES (4, '{"a":"x"}');
-- error INCORRECT_DATA

INSERT INTO t VALUES (4, '{"a":{"x":1}}');
-- error INCORRECT_DATA

INSERT INTO t VALUES (4, '{"a":5000000000}');
-- error INCORRECT_DATA

INSERT INTO t SELECT 1, '{"a":6}';

SELECT k, j FROM t FINAL ORDER BY k;
-- 1	{"a":6,"b":{"c":""}}
-- 2	{"a":0,"b":{"c":""},"u":1}
-- 3	{"a":9,"b":{"c":"7"}}

CREATE TABLE made ENGINE = MergeTree ORDER BY k AS SELECT k, j FROM t FINAL;

SELECT toTypeName(j), sum(j.a) FROM made GROUP BY ALL;
-- JSON(max_dynamic_paths=10, a UInt32, `b.c` String, SKIP s, SKIP REGEXP '^t')	15

SELECT k, j::JSON AS p, toTypeName(p), dynamicType(p.a) FROM made WHERE k = 3;
-- 3	{"a":9,"b":{"c":"7"}}	JSON	Int64

SELECT l.k, r.k FROM t AS l JOIN made AS r ON l.j.a = r.j.a ORDER BY ALL;
-- 1	1
-- 2	2
-- 3	3

SELECT '{"a":1.5,"d":"2024-01-01T00:00:00Z","e":[1,2]}'::JSON(a Decimal(10, 3), d DateTime('UTC'), e Array(UInt8), f Nullable(Int8)) AS p, p.d, toString(p.e), p.f FROM t LIMIT 1;
-- {"a":1.5,"d":"2024-01-01 00:00:00","e":[1,2],"f":null}	2024-01-01 00:00:00	[1,2]	\N

CREATE TABLE keyed (j JSON(a UInt32), n Int64) ENGINE = MergeTree ORDER BY j.a::UInt32;
INSERT INTO keyed VALUES ('{"a":2}', 1), ('{"a":1}', 2), ('{}', 3);

SELECT n FROM keyed WHERE j.a::UInt32 = 1;
-- 2

CREATE TABLE wrong (j JSON(a UInt32, a String)) ENGINE = MergeTree ORDER BY tuple();
-- error BAD_ARGUMENTS
