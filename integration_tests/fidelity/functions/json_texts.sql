-- A JSON as a text has \/ for a slash; what is inside of it does not.

CREATE TABLE t (k Int64, j JSON) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '{"a":1,"u":"http://x/y","b":{"c":"p/q"}}'), (2, '{"a":"t/u","d":2.5}'), (3, '{}');

SELECT k, j, toString(j) FROM t ORDER BY k;
-- 1	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}
-- 2	{"a":"t\\/u","d":2.5}	{"a":"t\\/u","d":2.5}
-- 3	{}	{}
SELECT k, toJSONString(j), concat(j, 'x'), j::String, j.u, toString(j.^b) FROM t ORDER BY k;
-- 1	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}x	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}	http://x/y	{"c":"p\\/q"}
-- 2	{"a":"t\\/u","d":2.5}	{"a":"t\\/u","d":2.5}x	{"a":"t\\/u","d":2.5}	\N	{}
-- 3	{}	{}x	{}	\N	{}
CREATE TABLE copied (k Int64, j JSON, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO copied SELECT k, j, toString(j) FROM t;
SELECT * FROM copied ORDER BY k;
-- 1	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}
-- 2	{"a":"t\\/u","d":2.5}	{"a":"t\\/u","d":2.5}
-- 3	{}	{}
CREATE VIEW shown AS SELECT k, j FROM t;
SELECT k, j, j.u FROM shown ORDER BY k;
-- 1	{"a":1,"b":{"c":"p\\/q"},"u":"http:\\/\\/x\\/y"}	http://x/y
-- 2	{"a":"t\\/u","d":2.5}	\N
-- 3	{}	\N

SELECT k, arrayStringConcat(JSONAllValues(j), '|'), toTypeName(JSONAllValues(j)) FROM t ORDER BY k;
-- 1	1|p/q|http://x/y	Array(String)
-- 2	t/u|2.5	Array(String)
-- 3	''	Array(String)
SELECT JSONAllValues('{"a":1}');
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, prettyPrintJSON(toString(j)) FROM t ORDER BY k;
-- 1	{\n    "a": 1,\n    "b": {\n        "c": "p/q"\n    },\n    "u": "http://x/y"\n}
-- 2	{\n    "a": "t/u",\n    "d": 2.5\n}
-- 3	{}
SELECT prettyPrintJSON('{"b":[],"c":{},"d":[1,{"x":null}],"e":1.50}'), prettyPrintJSON(NULL);
-- {\n    "b": [],\n    "c": {},\n    "d": [\n        1,\n        {\n            "x": null\n        }\n    ],\n    "e": 1.5\n}	\N
SELECT prettyPrintJSON('x');
-- error BAD_ARGUMENTS
CREATE TABLE mixed (k Int64, j JSON) ENGINE = MergeTree ORDER BY k;
INSERT INTO mixed VALUES (1, '{"a":[1,"p/q"],"b":["x"],"c":[{"d":"p/q"}],"e":[[1,"s"],["x"]],"h":[1.5,null]}'), (2, '{"a":["it''s","a\\b",2],"f":"2020-01-01"}');
SELECT k, toString(JSONAllValues(j)) FROM mixed ORDER BY k;
-- 1	['[1,\\'p/q\\']','[\\'x\\']','[\\'{"d":"p\\\\\\\\/q"}\\']','[[1,\\'s\\'],[\\'x\\']]','[1.5,NULL]']
-- 2	['[\\'it\\\\\\'s\\',\\'a\\\\b\\',2]','2020-01-01']
SELECT k, toString(j.a), toString(j.b), toString(j.c), toString(j.e), toString(j.h) FROM mixed ORDER BY k;
-- 1	[1,'p/q']	['x']	['{"d":"p\\\\/q"}']	[[1,'s'],['x']]	[1.5,NULL]
-- 2	['it\\'s','a\\b',2]	''	''	''	''
SELECT k, j.a, j.b, j.e FROM mixed ORDER BY k;
-- 1	[1,'p/q']	['x']	[[1,'s'],['x']]
-- 2	['it\\'s','a\\b',2]	\N	\N
SELECT k, toString(tuple(j)), toString(map('k', j)), toString([j]) FROM t ORDER BY k;
-- 1	('{"a":1,"b":{"c":"p\\\\/q"},"u":"http:\\\\/\\\\/x\\\\/y"}')	{'k':'{"a":1,"b":{"c":"p\\\\/q"},"u":"http:\\\\/\\\\/x\\\\/y"}'}	['{"a":1,"b":{"c":"p\\\\/q"},"u":"http:\\\\/\\\\/x\\\\/y"}']
-- 2	('{"a":"t\\\\/u","d":2.5}')	{'k':'{"a":"t\\\\/u","d":2.5}'}	['{"a":"t\\\\/u","d":2.5}']
-- 3	('{}')	{'k':'{}'}	['{}']
SELECT k, toJSONString(tuple(k, toString(j))) FROM t ORDER BY k;
-- 1	[1,"{\\"a\\":1,\\"b\\":{\\"c\\":\\"p\\\\\\/q\\"},\\"u\\":\\"http:\\\\\\/\\\\\\/x\\\\\\/y\\"}"]
-- 2	[2,"{\\"a\\":\\"t\\\\\\/u\\",\\"d\\":2.5}"]
-- 3	[3,"{}"]
