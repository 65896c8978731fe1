-- simpleJSON, which looks for a key in the text, and the functions of SQL's paths.

CREATE TABLE t (k Int64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '{"x":{"a":4},"b":"7","l":[1, 2 ,{"b":3}],"q":"\\n\\u00e9"}'), (2, '{"a":5.9,"b": 8,"l":{"z":1, "b":2}}'), (3, 'no json "a":6');

SELECT k, simpleJSONExtractInt(s, 'a'), simpleJSONExtractInt(s, 'b'), simpleJSONExtractUInt(s, 'b'), simpleJSONExtractRaw(s, 'l'), simpleJSONExtractString(s, 'q'), visitParamExtractInt(s, 'a') FROM t ORDER BY k;
-- 1	4	7	7	[1, 2 ,{"b":3}]	\né	4
-- 2	5	0	0	{"z":1, "b":2}	''	5
-- 3	6	0	0	''	''	6

SELECT toString(simpleJSONExtractFloat('{"a":"1.5"}', 'a')), simpleJSONExtractRaw('{"a":"x,y]}", "b":1}', 'a'), simpleJSONExtractRaw('{"a":1', 'a'), simpleJSONExtractString('{"a" :"x"}', 'a'), simpleJSONExtractInt('{"a":-5}', 'a'), simpleJSONExtractUInt('{"a":-5}', 'a') FROM t LIMIT 1;
-- 1.5	"x,y]}"	''	''	-5	0

SELECT JSON_VALUE('{"a":[1,2,3]}', '$.a[*]'), JSON_VALUE('{"a":[1,2,3]}', '$.a[1 to 2]'), JSON_VALUE('{"a b":5}', '$."a b"'), JSON_VALUE('{"a":{"b":1}}', '$.a'), JSON_VALUE('{"a":[{"b":1},{"b":2}]}', '$.a[1].b'), JSON_VALUE('{"a":1.50}', '$.a') FROM t LIMIT 1;
-- 1	2	5	''	2	1.5

SELECT k, JSON_VALUE(s, '$.x.a'), JSON_QUERY(s, '$.l'), JSON_QUERY(s, '$.l[*]') FROM t ORDER BY k;
-- 1	4	[[1,2,{"b":3}]]	[1, 2, {"b":3}]
-- 2	''	[{"z":1,"b":2}]	''
-- 3	''	''	''

SELECT k FROM t WHERE JSON_EXISTS(s, '$.l[2].b') ORDER BY k;
-- 1

SELECT JSON_VALUE(s, 'a') FROM t;
-- error BAD_ARGUMENTS
