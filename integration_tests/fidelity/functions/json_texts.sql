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
