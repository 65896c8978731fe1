-- JSONExtract of values of all types, of containers, of what does not fit.

CREATE TABLE t (k Int64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '{"a":{"b":1,"c":"x"},"d":[1,2,3],"f":1.5,"t":true,"n":null,"dt":"2024-01-01","o":[{"x":1},{"x":2}],"u":"61f0c404-5cb3-11e7-907b-a6006ad3dba0"}'), (2, '{"a":[1,"2",null],"d":"7","f":-1}'), (3, 'no json');

SELECT k, toString(JSONExtract(s, 'a', 'Tuple(b Int32, c String)')), toString(JSONExtract(s, 'a', 'Map(String, String)')), toString(JSONExtract(s, 'd', 'Array(Nullable(String))')) FROM t ORDER BY k;
-- 1	(1,'x')	{'b':'1','c':'x'}	['1','2','3']
-- 2	(1,'2')	{}	[]
-- 3	(0,'')	{}	[]

SELECT k, toString(JSONExtract(s, 'o', 'Array(Tuple(x Int32))')), toString(JSONExtract(s, 'o', 'Array(Map(String, Int32))')), toString(JSONExtract(s, 'Tuple(d Array(Int32), f Float64)')) FROM t ORDER BY k;
-- 1	[(1),(2)]	[{'x':1},{'x':2}]	([1,2,3],1.5)
-- 2	[]	[]	([],-1)
-- 3	[]	[]	([],0)

SELECT k, toString(JSONExtract(s, 'f', 'Decimal(10, 2)')), toString(JSONExtract(s, 'f', 'Float32')), JSONExtract(s, 'f', 'UInt8'), JSONExtract(s, 'f', 'Int256'), JSONExtract(s, 't', 'UInt8') FROM t ORDER BY k;
-- 1	1.5	1.5	1	1	1
-- 2	-1	-1	0	-1	0
-- 3	0	0	0	0	0

SELECT k, JSONExtract(s, 'u', 'UUID'), JSONExtract(s, 'u', 'Nullable(UUID)'), JSONExtract(s, 'a', 'IPv4'), JSONExtract(s, 'dt', 'Date'), JSONExtract(s, 'dt', 'Nullable(DateTime)'), JSONExtract(s, 'a', 'JSON') FROM t ORDER BY k;
-- 1	61f0c404-5cb3-11e7-907b-a6006ad3dba0	61f0c404-5cb3-11e7-907b-a6006ad3dba0	0.0.0.0	2024-01-01	2024-01-01 00:00:00	{"b":1,"c":"x"}
-- 2	00000000-0000-0000-0000-000000000000	\N	0.0.0.0	1970-01-01	\N	{}
-- 3	00000000-0000-0000-0000-000000000000	\N	0.0.0.0	1970-01-01	\N	{}

SELECT toString(JSONExtract('{"a":"x"}', 'a', 'Enum8(\'x\' = 1, \'y\' = 2)')), toString(JSONExtract('{"a":2}', 'a', 'Enum8(\'x\' = 1, \'y\' = 2)')), toString(JSONExtract('{"a":"q"}', 'a', 'Nullable(Enum8(\'x\' = 1))')) FROM t LIMIT 1;
-- x	y	\N

SELECT toString(JSONExtract('{"a":"q"}', 'a', 'Enum8(\'x\' = 1)')) FROM t LIMIT 1;
-- error UNKNOWN_ELEMENT_OF_ENUM

SELECT toString(JSONExtract('{"b":[-100,null,300]}', 'b', 'Array(Int8)')), toString(JSONExtract('{"b":[[1,2],[3],null]}', 'b', 'Array(Array(Int8))')), toString(JSONExtract('["x","y"]', 'Array(Int8)')), toString(JSONExtract('[1,"x",[2]]', 'Tuple(Int32, String, Array(Int32))')) FROM t LIMIT 1;
-- [-100,0,0]	[[1,2],[3],[]]	[]	(1,'x',[2])

SELECT JSONExtract('{"a":"7.5"}', 'a', 'Int32'), JSONExtract('{"a":300}', 'a', 'Nullable(Int8)'), JSONExtract('{"a":-1}', 'a', 'UInt64'), JSONExtract('{"a":[1, 2]}', 'a', 'String'), JSONExtract('{"a":"abcd"}', 'a', 'Nullable(FixedString(3))') FROM t LIMIT 1;
-- 7	\N	0	[1,2]	\N

SELECT JSONExtract('{"a":1}', 'a', 'Map(Int8, String)') FROM t LIMIT 1;
-- error ILLEGAL_TYPE_OF_ARGUMENT

SELECT toTypeName(JSONExtract(s, 'a', 'LowCardinality(Nullable(String))')), toTypeName(JSONExtractKeysAndValues(s, 'Int8')) FROM t LIMIT 1;
-- LowCardinality(Nullable(String))	Array(Tuple(String, Int8))

SELECT k, toString(JSONExtractKeysAndValues(s, 'String')), toString(JSONExtractKeysAndValues(s, 'Int32')) FROM t ORDER BY k;
-- 1	[('a','{"b":1,"c":"x"}'),('d','[1,2,3]'),('f','1.5'),('t','true'),('dt','2024-01-01'),('o','[{"x":1},{"x":2}]'),('u','61f0c404-5cb3-11e7-907b-a6006ad3dba0')]	[('f',1),('t',1)]
-- 2	[('a','[1,"2",null]'),('d','7'),('f','-1')]	[('d',7),('f',-1)]
-- 3	[]	[]

SELECT k, toString(JSONExtractKeys(s)), toString(JSONExtractKeysAndValuesRaw(s)), toString(JSONExtractArrayRaw(s, 'o')) FROM t ORDER BY k;
-- 1	['a','d','f','t','n','dt','o','u']	[('a','{"b":1,"c":"x"}'),('d','[1,2,3]'),('f','1.5'),('t','true'),('n','null'),('dt','"2024-01-01"'),('o','[{"x":1},{"x":2}]'),('u','"61f0c404-5cb3-11e7-907b-a6006ad3dba0"')]	['{"x":1}','{"x":2}']
-- 2	['a','d','f']	[('a','[1,"2",null]'),('d','"7"'),('f','-1')]	[]
-- 3	[]	[]	[]

SELECT JSONExtractRaw('{"z":1.50, "a":{"y":1.0,"b":1e10}}'), JSONExtractString('{"z":1,"a":"t"}', 2), JSONKey('{"z":1,"a":"t"}', -1), JSONExtractString('{"a":"b"} more', 'a'), JSONType('{"a":18446744073709551615}', 'a') FROM t LIMIT 1;
-- {"z":1.5,"a":{"y":1,"b":10000000000}}	t	a	''	UInt64

SELECT JSONExtractStringCaseInsensitive('{"ABC":"def","abc":"xyz"}', 'abc'), JSONExtractIntCaseInsensitive('{"A":{"B":5}}', 'a', 'b'), toString(JSONExtractKeysCaseInsensitive('{"V":{"X":1,"A":2}}', 'v')), JSONExtractCaseInsensitive('{"V":5}', 'v', 'Int32') FROM t LIMIT 1;
-- def	5	['X','A']	5

CREATE TABLE r (k Int64, tags Map(String, String), v Int32) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO r SELECT k, JSONExtract(s, 'a', 'Map(String, String)'), JSONExtract(s, 'f', 'Int32') FROM t;
INSERT INTO r SELECT k, JSONExtract(s, 'Map(String, String)'), 5 FROM t WHERE k = 2;

SELECT k, toString(tags), v FROM r FINAL ORDER BY k;
-- 1	{'b':'1','c':'x'}	1
-- 2	{'a':'[1,"2",null]','d':'7','f':'-1'}	5
-- 3	{}	0

SELECT JSONExtract(s, 'f', 'Nullable(Float64)') > 0 ? 'up' : 'down' AS way, count() FROM t GROUP BY way ORDER BY way;
-- down	2
-- up	1
