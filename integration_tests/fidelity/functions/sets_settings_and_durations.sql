-- What is in a set and may be NULL, columns and settings of tables, names of errors, durations, parts of a JSON in brackets.

CREATE TABLE t (k UInt32, s String, n Nullable(Int16), ns Nullable(String), m UInt8 MATERIALIZED 1, al UInt8 ALIAS k) ENGINE = MergeTree ORDER BY k;
INSERT INTO t (k,s,n,ns) VALUES (1,'abc',1,'x'),(2,'',NULL,NULL),(3,'P1D',-7,'yy');
SELECT nullIn(n,(1,2)), notNullIn(n,(1,2)), nullIn(n,[1,2]), notNullIn(n,1), nullIn(s,'abc'), globalNullIn(ns,('x','y')), globalNotNullIn(ns,('x','y')), toTypeName(nullIn(n,1)) FROM t ORDER BY k;
-- 1	0	1	0	1	1	0	UInt8
-- 0	1	0	1	0	0	1	UInt8
-- 0	1	0	1	0	0	1	UInt8
SELECT nullIn(n,(1,NULL)), notNullIn(n,(1,NULL)), nullIn(NULL,(1,NULL)), notNullIn(NULL,(1,NULL)), nullIn(k,NULL) FROM t ORDER BY k;
-- 1	0	0	1	0
-- 0	1	0	1	0
-- 0	1	0	1	0
SELECT nullIn(n,(SELECT k FROM t)), notNullIn(n,(SELECT n FROM t)), nullIn(k,(SELECT n FROM t)), notNullIn((k,n),(SELECT k,n FROM t)) FROM t ORDER BY k;
-- 1	0	1	0
-- 0	1	0	1
-- 0	0	0	0
SELECT k FROM t WHERE nullIn(n,(1,2)) ORDER BY k;
-- 1
SELECT k FROM t WHERE notNullIn(n,(1,2)) ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE notNullIn(n, (SELECT toInt16(1))) ORDER BY k;
-- 2
-- 3
SELECT nullIn(n,(1,NULL)), notNullIn(n,(1,NULL)) FROM t ORDER BY k SETTINGS transform_null_in=1;
-- 1	0
-- 1	0
-- 0	1
SELECT nullIn(n) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT hasColumnInTable(currentDatabase(),'t','k'), hasColumnInTable(currentDatabase(),'t','m'), hasColumnInTable(currentDatabase(),'t','al'), hasColumnInTable(currentDatabase(),'t','x'), hasColumnInTable(currentDatabase(),'t','') , toTypeName(hasColumnInTable(currentDatabase(),'t','x')), hasColumnInTable(currentDatabase(),'t',NULL), hasColumnInTable('system','one','dummy') FROM t ORDER BY k;
-- 1	1	1	0	0	UInt8	\N	1
-- 1	1	1	0	0	UInt8	\N	1
-- 1	1	1	0	0	UInt8	\N	1
SELECT hasColumnInTable(currentDatabase(),'tt','k') FROM t;
-- error UNKNOWN_TABLE
SELECT hasColumnInTable('nope','t','k') FROM t;
-- error UNKNOWN_DATABASE
SELECT hasColumnInTable('','t','k') FROM t;
-- error UNKNOWN_DATABASE
SELECT hasColumnInTable(currentDatabase(),'t',s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT hasColumnInTable(currentDatabase(),'t',1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT hasColumnInTable('t','k') FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT getMergeTreeSetting('index_granularity'), toTypeName(getMergeTreeSetting('index_granularity')), getMergeTreeSetting('merge_max_block_size'), toTypeName(getMergeTreeSetting('min_bytes_for_wide_part')), getMergeTreeSetting('ratio_of_defaults_for_sparse_serialization'), getMergeTreeSetting('deduplicate_merge_projection_mode'),getMergeTreeSetting('merge_with_ttl_timeout'), getMergeTreeSetting('ttl_only_drop_parts'), getMergeTreeSetting(NULL) FROM t;
-- 8192	UInt16	8192	UInt32	0.9375	throw	14400	false	\N
-- 8192	UInt16	8192	UInt32	0.9375	throw	14400	false	\N
-- 8192	UInt16	8192	UInt32	0.9375	throw	14400	false	\N
SELECT getMergeTreeSetting('x') FROM t;
-- error UNKNOWN_SETTING
SELECT getMergeTreeSetting(s) FROM t;
-- error ILLEGAL_COLUMN
SELECT getMergeTreeSetting(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT getMergeTreeSetting() FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT getSetting(s) FROM t;
-- error ILLEGAL_COLUMN
SELECT errorCodeToName(k), errorCodeToName(n), toTypeName(errorCodeToName(k)), toTypeName(errorCodeToName(n)), errorCodeToName(48.9), errorCodeToName(1000), errorCodeToName(-1), errorCodeToName(4294967343), errorCodeToName(2147483648), errorCodeToName(NULL), errorCodeToName(true), errorCodeToName(99999999) FROM t ORDER BY k;
-- UNSUPPORTED_METHOD	UNSUPPORTED_METHOD	LowCardinality(String)	LowCardinality(String)	NOT_IMPLEMENTED	POCO_EXCEPTION	''	UNKNOWN_IDENTIFIER	''	\N	UNSUPPORTED_METHOD	''
-- UNSUPPORTED_PARAMETER	OK	LowCardinality(String)	LowCardinality(String)	NOT_IMPLEMENTED	POCO_EXCEPTION	''	UNKNOWN_IDENTIFIER	''	\N	UNSUPPORTED_METHOD	''
-- UNEXPECTED_END_OF_FILE	''	LowCardinality(String)	LowCardinality(String)	NOT_IMPLEMENTED	POCO_EXCEPTION	''	UNKNOWN_IDENTIFIER	''	\N	UNSUPPORTED_METHOD	''
SELECT errorCodeToName(s) FROM t;
-- error BAD_ARGUMENTS
SELECT errorCodeToName(toDate('2020-01-01')) FROM t;
-- error BAD_ARGUMENTS
SELECT errorCodeToName(k) AS e, count() FROM t GROUP BY e ORDER BY e;
-- UNEXPECTED_END_OF_FILE	1
-- UNSUPPORTED_METHOD	1
-- UNSUPPORTED_PARAMETER	1
SELECT parseISO8601Duration('P1W'),toTypeName(parseISO8601Duration('P1W')),parseISO8601Duration('P4DT5H6M7S'),parseISO8601Duration('PT1.5S'),parseISO8601Duration('PT0.000000001S'), parseISO8601Duration('PT1H30M'), parseISO8601Duration('P1DT0.25H'), parseISO8601Duration('PT99999999999999999999S'), parseISO8601Duration('P0D'),parseISO8601Duration('PT1.5H30M'),parseISO8601Duration('P0.1W'),parseISO8601Duration('P1.1DT2.2H3.3M4.4S'), parseISO8601Duration('PT1.005H'), parseISO8601Duration('PT1.1234567899S'), parseISO8601Duration(NULL), parseISO8601Duration(concat('PT',toString(k),'M')), parseISO8601Duration('P3W1.7DT0.1S'), parseISO8601Duration('P0.7DT0.1H0.7M0.3S') FROM t ORDER BY k;
-- 604800	Float64	363967	1.5	1e-9	5400	87300	100000000000000000000	0	7200	60480	103162.40000000001	3617.9999999999995	1.1234567899	\N	60	1961280.1	60882.299999999996
-- 604800	Float64	363967	1.5	1e-9	5400	87300	100000000000000000000	0	7200	60480	103162.40000000001	3617.9999999999995	1.1234567899	\N	120	1961280.1	60882.299999999996
-- 604800	Float64	363967	1.5	1e-9	5400	87300	100000000000000000000	0	7200	60480	103162.40000000001	3617.9999999999995	1.1234567899	\N	180	1961280.1	60882.299999999996
SELECT parseISO8601Duration(s) FROM t WHERE k = 3;
-- 86400
SELECT parseISO8601Duration(s) FROM t WHERE k = 1;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration(s) FROM t WHERE k = 2;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('P') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('PT') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('P1DT') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('P1M') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('PT30M1H') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('P1D ') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('P1D\n') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('PT1.S') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration('P1H') FROM t;
-- error BAD_ARGUMENTS
SELECT parseISO8601Duration(toFixedString('P1D',3)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT parseISO8601Duration(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
CREATE TABLE j (k UInt32, j JSON(t UInt8), n JSON) ENGINE = MergeTree ORDER BY k;
INSERT INTO j VALUES (1,'{"a":{"b":1,"c":{"d":"x"}},"b":5,"t":3}','{"a":[1,2]}'),(2,'{"a":7,"t":0}','{"a":[{"x":1}],"a.b":6}'),(3,'{}','{"a":{}}');
SELECT k, j['a'], dynamicType(j['a']), j['t'], toTypeName(j['t']), j['a.b'], j['a.c'], dynamicType(j['a.c']), n['a'], dynamicType(n['a']), toTypeName(j['a']) FROM j ORDER BY k;
-- 1	{"b":1,"c":{"d":"x"}}	JSON	3	UInt8	1	{"d":"x"}	JSON	[1,2]	Array(Nullable(Int64))	Dynamic
-- 2	7	Int64	0	UInt8	\N	\N	None	['{"x":1}']	Array(JSON(max_dynamic_types=16, max_dynamic_paths=256))	Dynamic
-- 3	\N	None	0	UInt8	\N	\N	None	\N	None	Dynamic
SELECT k, j['a']['b'], j['a']['c']['d'], toTypeName(j['a']['b']) FROM j ORDER BY k;
-- 1	1	x	Dynamic
-- 2	\N	\N	Dynamic
-- 3	\N	\N	Dynamic
SELECT toString(j['a']), isNull(j['a']), j['a']::String, j['b'] = 5, j['b'] + 1 FROM j ORDER BY k;
-- {"b":1,"c":{"d":"x"}}	0	{"b":1,"c":{"d":"x"}}	1	6
-- 7	0	7	\N	\N
-- ''	1	''	\N	\N
SELECT j[''], j[NULL] FROM j;
-- \N	\N
-- \N	\N
-- \N	\N
SELECT j[1] FROM j;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT n['a'][1] FROM j ORDER BY k;
-- 1
-- {"x":1}
-- \N
SELECT n['a']['x'], j['b']['x'] FROM j ORDER BY k;
-- \N	\N
-- \N	\N
-- \N	\N
SELECT k FROM j WHERE j['b'] = 5;
-- 1
SELECT j['a']['b'] + 1 AS x, toTypeName(x) FROM j ORDER BY k;
-- 2	Dynamic
-- \N	Dynamic
-- \N	Dynamic
SELECT sum(j['b']::UInt64) FROM j;
-- 5
SELECT length(toString(j['a'])), coalesce(j['a'], 5), ifNull(toString(j['a']),'-') FROM j ORDER BY k;
-- 21	{"b":1,"c":{"d":"x"}}	{"b":1,"c":{"d":"x"}}
-- 1	7	7
-- 0	5	''
SELECT toString(j['a']) AS x, count() FROM j GROUP BY x ORDER BY x;
-- ''	1
-- 7	1
-- {"b":1,"c":{"d":"x"}}	1
SELECT arrayElement(j,'b') FROM j ORDER BY k;
-- 5
-- \N
-- \N
SELECT arrayElementOrNull(j,'b') FROM j ORDER BY k;
-- error ILLEGAL_TYPE_OF_ARGUMENT
