-- Arrays and tuples as text and as JSON, and odd places in them.

CREATE TABLE t (k Int8, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL);
SELECT arraySymmetricDifference([1,1,2]), arrayIntersect([1,1,2]), arrayProduct([-1,0]), arrayElementOrNull([1,2], 0), arrayElementOrNull([1,2], true), arrayElementOrNull(map('a',1), 'a') FROM t;
-- []	[1,2]	0	\N	1	1
SELECT arrayElementOrNull(map('a',1), 'b'), arrayElementOrNull(map(1,'x'), 1), emptyArrayToSingle(CAST([] AS Array(Tuple(Int32,String)))), emptyArrayToSingle(CAST([] AS Array(Map(Int32,String)))), emptyArrayToSingle(CAST([] AS Array(UUID))), reverse((1,'a')) FROM t;
-- \N	x	[(0,'')]	[{}]	['00000000-0000-0000-0000-000000000000']	('a',1)
SELECT reverse(tuple(1,(2,3),'x')), toJSONString((1,'a')), toJSONString(tuple(1)), toJSONString(CAST((1,'a') AS Tuple(x Int32, y String))), toJSONString([(1,'a')]), toJSONString(map('a',(1,2))) FROM t;
-- ('x',(2,3),1)	[1,"a"]	[1]	{"x":1,"y":"a"}	[[1,"a"]]	{"a":[1,2]}
SELECT toJSONString(1.5), toJSONString(nan), toJSONString(toFloat32(0.1)), toJSONString(1e20), toJSONString(toDate('2024-01-01')), toJSONString(toDateTime('2024-01-01 00:00:00','UTC')) FROM t;
-- 1.5	null	0.1	100000000000000000000	"2024-01-01"	"2024-01-01 00:00:00"
SELECT toJSONString(toUInt64(18446744073709551615)), toJSONString(toDecimal32(1.50,2)), toJSONString('a"b/c'), toJSONString(true), toJSONString(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')), toJSONString(CAST('a' AS Enum8('a'=1))) FROM t;
-- 18446744073709551615	1.5	"a\\"b\\/c"	true	"61f0c404-5cb3-11e7-907b-a6006ad3dba0"	"a"
SELECT toJSONString([NULL,1]), toJSONString(NULL::Nullable(Int32)), toJSONString(map(1,'a')), arrayStringConcat([(1,'a')]), arrayStringConcat([[1,2],[3]],'-'), arrayStringConcat([1.5,2]) FROM t;
-- [null,1]	\N	{"1":"a"}	(1,'a')	[1,2]-[3]	1.52
SELECT arrayStringConcat([1,NULL,2],','), arrayStringConcat([toDate('2024-01-01')],','), arrayStringConcat([map('a',1)],','), arrayStringConcat([true,false],','), concatAssumeInjective([1],'a'), concatAssumeInjective('a',toDate('2024-01-01')) FROM t;
-- 1,2	2024-01-01	{'a':1}	true,false	[1]a	a2024-01-01
SELECT concatWithSeparator('-',[1,2],'x'), concatWithSeparator(',',(1,'a'),toDateTime('2024-01-01 00:00:00','UTC')), JSONExtractInt('[1,2,3]', -1), JSONExtractInt('[1,2,3]', 0), JSONExtractInt('[1,2,3]', materialize(2)), JSONExtractInt('{"a":5,"b":6}', materialize('b')) FROM t;
-- [1,2]-x	(1,'a'),2024-01-01 00:00:00	3	0	2	6
SELECT JSONExtractString('{"a":["x","y"]}', 'a', materialize(-1)), toInt8(JSONHas('[1,2,3]', -3)), toInt8(JSONHas('[1,2,3]', -4)), JSONLength('{"a":[1,2]}', materialize('a')), JSONExtractRaw('{"a":[1,{"b":2}]}', materialize('a'), 2), toInt8(JSONExtractBool('12')) FROM t;
-- y	1	0	2	{"b":2}	1
SELECT toInt8(JSONExtractBool('0')), toInt8(JSONExtractBool('1.5')), toInt8(JSONExtractBool('"true"')), JSONExtractInt('true'), JSONExtractFloat('true'), JSONExtractInt('"12"') FROM t;
-- 0	0	0	0	0	12
SELECT JSONExtractUInt('-1'), JSONExtract('[1,2,3]', -1, 'Int32'), arrayRotateLeft([1,2,3], NULL::Nullable(Int32)), arrayShiftLeft([1,2,3], NULL::Nullable(Int32)), arraySlice([1,2,3], NULL::Nullable(Int32)), arraySlice([1,2,3], 2, NULL::Nullable(Int32)) FROM t;
-- 0	3	[1,2,3]	[1,2,3]	[1,2,3]	[2,3]
SELECT addMonths(1, NULL), toDateTime64(NULL), length(NULL), toTypeName(match(NULL, 3)), substringUTF8('abc', n), max2(n, 1), leftPad('a', n) FROM t;
-- \N	\N	\N	Nullable(Nothing)	\N	\N	\N
