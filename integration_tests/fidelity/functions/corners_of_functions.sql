-- Corners of functions of arrays, texts, times and addresses.

CREATE TABLE na (a Array(Nullable(Int8))) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO na VALUES ([]), ([NULL]), ([1, NULL]);
SELECT toString(a) AS s, arrayMin(a), arrayMax(a), toTypeName(arrayMin(a)) FROM na ORDER BY s;
-- [1,NULL]	1	1	Nullable(Int8)
-- [NULL]	\N	\N	Nullable(Int8)
-- []	\N	\N	Nullable(Int8)
SELECT sum(arrayMin(a)), count(arrayMin(a)), arrayMin(x -> toNullable(x), emptyArrayUInt8()), arrayMax(x -> -x, [1, 2]) FROM na GROUP BY ALL;
-- 1	1	\N	-1
SELECT extractAll('aab', 'a*'), extractAll('aaa', 'b*'), extractAll('a1b2', '[0-9]*'), extractAll('a1b22', '[0-9]+') FROM numbers(1);
-- ['aa']	[]	[]	['1','22']
SELECT extractAll('abc', '(a*)b'), extractAll('bab', '(a*)b'), extractAll('key1=v1;key2=v2', '(key[0-9]+)='), extractAll('', 'a') FROM numbers(1);
-- ['a']	['','a']	['key1','key2']	[]
SELECT toDateTime64('1583650799.12345678', 1, 'UTC'), toString(toDateTime64('1583650799.999999999', 6, 'UTC')) FROM numbers(1);
-- 2020-03-08 06:59:59.1	2020-03-08 06:59:59.999999
SELECT length(reinterpret(49, 'FixedString(4)')), hex(reinterpret(49, 'FixedString(4)')), hex(reinterpret(toUInt64(258), 'FixedString(4)')), toTypeName(reinterpret(49, 'FixedString(4)')) FROM numbers(1);
-- 4	31000000	02010000	FixedString(4)
SELECT toIPv4('::ffff:1.2.3.4'::IPv6), toTypeName(toIPv4('::ffff:1.2.3.4'::IPv6)), toIPv4('5.6.7.8') FROM numbers(1);
-- 1.2.3.4	IPv4	5.6.7.8
SELECT toIPv4('::1'::IPv6) FROM numbers(1);
-- error CANNOT_CONVERT_TYPE
SELECT toIPv4('::ffff:1.2.3.4') FROM numbers(1);
-- error CANNOT_PARSE_IPV4
CREATE TABLE ipr (p IPv4, e Enum8('b' = 1, 'a' = 2)) ENGINE = MergeTree ORDER BY p;
INSERT INTO ipr VALUES ('9.0.0.0', 'b'), ('100.0.0.0', 'a');
SELECT p FROM ipr WHERE (p, e) < ('10.0.0.0', 'a');
-- 9.0.0.0
SELECT p, (p, e) >= (toIPv4('9.0.0.0'), e) AS x FROM ipr ORDER BY p;
-- 9.0.0.0	1
-- 100.0.0.0	1
SELECT p FROM (SELECT p, (e, p) AS t FROM ipr) ORDER BY t LIMIT 1;
-- 9.0.0.0
SELECT groupArraySorted(3)((p, 1)) FROM ipr;
-- [('9.0.0.0',1),('100.0.0.0',1)]
