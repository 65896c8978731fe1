-- What is inside a JSON: values of the type Dynamic, of a type that is named, objects, arrays of objects.

CREATE TABLE t (k Int64, j JSON) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES
    (1, '{"a":{"b":1,"c":"x"},"d":[1,2,3],"e":null,"day":"2024-01-01","at":"2024-01-01 10:00:00","f":true,"g":-1.5,"big":18446744073709551615}'),
    (2, '{"a":{"b":2},"q":2.5,"d":[1,"x"],"o":[{"x":1,"y":"z"},{"x":2}]}'),
    (3, '{"d":[1,2.5],"emp":{"in":{}},"none":[],"n":[null],"nested":[[1],[2,3]]}');

SELECT k, j, toString(j) FROM t ORDER BY k;
-- 1	{"a":{"b":1,"c":"x"},"at":"2024-01-01 10:00:00","big":18446744073709551615,"d":[1,2,3],"day":"2024-01-01","f":true,"g":-1.5}	{"a":{"b":1,"c":"x"},"at":"2024-01-01 10:00:00","big":18446744073709551615,"d":[1,2,3],"day":"2024-01-01","f":true,"g":-1.5}
-- 2	{"a":{"b":2},"d":[1,"x"],"o":[{"x":1,"y":"z"},{"x":2}],"q":2.5}	{"a":{"b":2},"d":[1,"x"],"o":[{"x":1,"y":"z"},{"x":2}],"q":2.5}
-- 3	{"d":[1,2.5],"n":[null],"nested":[[1],[2,3]],"none":[]}	{"d":[1,2.5],"n":[null],"nested":[[1],[2,3]],"none":[]}

SELECT k, j.a.b, j.d, j.day, j.at, j.f, j.g, j.big, j.a, j.e, j.nothing FROM t WHERE k = 1;
-- 1	1	[1,2,3]	2024-01-01	2024-01-01 10:00:00	true	-1.5	18446744073709551615	\N	\N	\N

SELECT k, dynamicType(j.a.b), dynamicType(j.d), dynamicType(j.day), dynamicType(j.at), dynamicType(j.f), dynamicType(j.g), dynamicType(j.big) FROM t ORDER BY k;
-- 1	Int64	Array(Nullable(Int64))	Date	DateTime	Bool	Float64	UInt64
-- 2	Int64	Array(Dynamic)	None	None	None	None	None
-- 3	None	Array(Dynamic)	None	None	None	None	None

SELECT dynamicType(j.none), dynamicType(j.n), dynamicType(j.nested), dynamicType(j.emp) FROM t WHERE k = 3;
-- Array(Nullable(String))	Array(Nullable(String))	Array(Array(Nullable(Int64)))	None

SELECT toTypeName(j), toTypeName(j.a.b), toTypeName(j.a.b.:Int64), toTypeName(j.^a), toTypeName(j.a.b::Int64), toTypeName(j.d.:`Array(Nullable(Int64))`) FROM t LIMIT 1;
-- JSON	Dynamic	Nullable(Int64)	JSON	Int64	Array(Nullable(Int64))

SELECT k, j.a.b.:Int64, j.a.b.:String, j.a.c.:String, j.g.:Float64, j.f.:Bool, j.day.:Date FROM t ORDER BY k;
-- 1	1	\N	x	-1.5	true	2024-01-01
-- 2	2	\N	\N	\N	\N	\N
-- 3	\N	\N	\N	\N	\N	\N

SELECT k, toString(j.d.:`Array(Nullable(Int64))`) FROM t ORDER BY k;
-- 1	[1,2,3]
-- 2	[]
-- 3	[]

SELECT k, j.^a, j.^a.b FROM t ORDER BY k;
-- 1	{"b":1,"c":"x"}	{}
-- 2	{"b":2}	{}
-- 3	{}	{}

SELECT k, toString(j.o[].x.:Int64), toString(j.o[].y.:String), length(j.o[]) FROM t ORDER BY k;
-- 1	[]	[]	0
-- 2	[1,2]	['z',NULL]	2
-- 3	[]	[]	0

SELECT x.j.a.b, j.d[1], length(j.d) FROM t AS x ORDER BY k;
-- 1	1	3
-- 2	1	2
-- \N	1	2

SELECT j.a.b + 1, j.a.b * 2, -j.a.b, j.a.b + j.q, toTypeName(j.a.b + 1) FROM t ORDER BY k;
-- 2	2	-1	\N	Dynamic
-- 3	4	-2	4.5	Dynamic
-- \N	\N	\N	\N	Dynamic

SELECT k FROM t WHERE j.a.b = 1;
-- 1

SELECT k FROM t WHERE j.a.b > 1 AND j.q < 3;
-- 2

SELECT k FROM t WHERE j.a.c = 'x';
-- 1

SELECT k FROM t WHERE j.day = toDate('2024-01-01') AND j.f = true;
-- 1

SELECT k FROM t WHERE j.a.b.:Int64 = 2;
-- 2

SELECT k FROM t WHERE j.a.c IS NULL ORDER BY k;
-- 2
-- 3

SELECT k FROM t WHERE NOT j.f;
-- (no rows)

SELECT k FROM t WHERE j.a.c LIKE 'x%';
-- 1

SELECT upper(j.a.c), length(j.a.c), concat(j.a.c, '!'), toYear(j.day) FROM t ORDER BY k;
-- X	1	x!	2024
-- \N	\N	\N	\N
-- \N	\N	\N	\N

SELECT ifNull(j.a.c, 'none'), coalesce(j.a.b, 0), if(k = 1, j.a.b, 7), toTypeName(if(k = 1, j.a.b, 7)) FROM t ORDER BY k;
-- x	1	1	Dynamic
-- none	2	7	Dynamic
-- none	0	7	Dynamic

SELECT j.a.b::Int64, j.a.b::Nullable(Int64), j.a.b::String, CAST(j.a.b, 'Nullable(String)'), toInt32(j.a.b), toUInt8(j.f) FROM t ORDER BY k;
-- 1	1	1	1	1	1
-- 2	2	2	2	2	0
-- 0	\N	''	\N	0	0

SELECT toString(j.d::Array(String)), j.day::Date FROM t ORDER BY k;
-- ['1','2','3']	2024-01-01
-- ['1','x']	1970-01-01
-- ['1','2.5']	1970-01-01

SELECT j.a.c::Int64 FROM t;
-- error CANNOT_PARSE_TEXT

SELECT dynamicElement(j.a.b, 'Int64'), getSubcolumn(j, 'a.b') FROM t ORDER BY k;
-- 1	1
-- 2	2
-- \N	\N

SELECT toString(JSONAllPaths(j)), toString(JSONDynamicPaths(j)), toString(JSONSharedDataPaths(j)) FROM t ORDER BY k;
-- ['a.b','a.c','at','big','d','day','f','g']	['a.b','a.c','at','big','d','day','f','g']	[]
-- ['a.b','d','o','q']	['a.b','d','o','q']	[]
-- ['d','n','nested','none']	['d','n','nested','none']	[]

SELECT k, JSONAllPathsWithTypes(j)['d'], JSONAllPathsWithTypes(j)['nested'], JSONAllPathsWithTypes(j)['at'] FROM t ORDER BY k;
-- 1	Array(Nullable(Int64))	''	DateTime
-- 2	Array(Dynamic)	''	''
-- 3	Array(Dynamic)	Array(Array(Nullable(Int64)))	''

SELECT sum(j.a.b::Int64), sum(j.a.b.:Int64), max(j.q.:Float64), sumIf(k, j.a.b = 1) FROM t;
-- 3	3	2.5	1

SELECT j.a.b.:Int64 AS x, count() FROM t GROUP BY x ORDER BY x;
-- 1	1
-- 2	1
-- \N	1

SELECT j.a.b::String AS x, count() FROM t GROUP BY x ORDER BY x;
-- ''	1
-- 1	1
-- 2	1

SELECT l.k, r.k FROM t AS l JOIN t AS r ON l.j.a.b.:Int64 = r.j.a.b.:Int64 ORDER BY l.k;
-- 1	1
-- 2	2

SELECT z + 1, z FROM (SELECT j.a.b AS z, k FROM t) ORDER BY k;
-- 2	1
-- 3	2
-- \N	\N

SELECT '{"a":{"b":42}}'::JSON AS x, x.a.b, x.^a;
-- {"a":{"b":42}}	42	{"b":42}

SELECT j.a.b FROM t GROUP BY j.a.b;
-- error ILLEGAL_COLUMN

SELECT k FROM t ORDER BY j.a.b;
-- error ILLEGAL_COLUMN

SELECT k FROM t WHERE j.a.b IN (1, 5);
-- error ILLEGAL_TYPE_OF_ARGUMENT

SELECT sum(j.a.b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT

SELECT max(j.a.b) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT

SELECT l.k FROM t AS l JOIN t AS r ON l.j.a.b = r.j.a.b;
-- error ILLEGAL_COLUMN

SELECT k FROM t WHERE j.f;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER

SELECT '[1]'::JSON;
-- error INCORRECT_DATA

SELECT '{bad'::JSON;
-- error INCORRECT_DATA

SELECT NULL::JSON;
-- error CANNOT_CONVERT_TYPE

SELECT tuple(1, 'x')::JSON;
-- error INCORRECT_DATA

CREATE TABLE wrong (j JSON) ENGINE = MergeTree ORDER BY j.a;
-- error DATA_TYPE_CANNOT_BE_USED_IN_KEY

CREATE TABLE wrong (j JSON) ENGINE = MergeTree ORDER BY j.a.:Int64;
-- error ILLEGAL_COLUMN
