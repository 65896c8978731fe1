-- Several elements of an array at once, paths of URLs and of JSON, addresses with ::.

CREATE TABLE t (k Int64, a Array(UInt64), b Array(String), url String, address String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [0, 18446744073709551615, 5], ['x y', 'x y', 'z'], 'http://x.com/?a=b', '1:2:3:4:5:6::1.2.3.4'), (2, [], [], 'http://x.com/?x=1&a=b&a=d#g', '1:2:3:4:5:6:7::'), (3, [5, 5, 5], ['x', 'x', 'x'], '?x=1#a=b&a=2', '1:2:3:4:5:6:7:8::'), (4, [7], ['z'], 'http://x.com/?x=1&a=b&', '::ffff:1.2.3.4');
SELECT k, a[[1, -1, 9]], toString(arrayElementOrNull(a, [1, 9])), toString(b[materialize([1, NULL])]), toString(arrayDifference(a)) FROM t ORDER BY k;
-- 1	[0,5,0]	[0,NULL]	['x y',NULL]	[0,-1,6]
-- 2	[0,0,0]	[NULL,NULL]	['',NULL]	[]
-- 3	[5,5,0]	[5,NULL]	['x',NULL]	[0,0,0]
-- 4	[7,7,0]	[7,NULL]	['z',NULL]	[0]
SELECT k, arrayUniq(a, b), toString(arrayEnumerateUniq(a, b)), toString(arrayEnumerateDense(a, b)) FROM t ORDER BY k;
-- 1	3	[1,1,1]	[1,2,3]
-- 2	0	[]	[]
-- 3	1	[1,2,3]	[1,1,1]
-- 4	1	[1]	[1]
SELECT arrayUniq(a, [1]) FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT k, cutURLParameter(url, 'a'), isIPv6String(address), toString(toIPv6OrDefault(address)) FROM t ORDER BY k;
-- 1	http://x.com/?	1	1:2:3:4:5:6:102:304
-- 2	http://x.com/?x=1&a=d#g	1	1:2:3:4:5:6:7:0
-- 3	?x=1#a=2	0	::
-- 4	http://x.com/?x=1&	1	::ffff:1.2.3.4
SELECT k, hasAllTokens(b, 'z x'), hasAnyTokens(b, ['y', 'w']), hasAnyTokens(b, ['x y']) FROM t ORDER BY k;
-- 1	1	1	0
-- 2	0	0	0
-- 3	0	0	0
-- 4	0	0	0
SELECT has('{"a": {"b": 1}}'::JSON, 'a.b'), has('{"a": {"b": 1}}'::JSON, 'a'), has('{"a": {"b": 1}}'::JSON, 'b') FROM t LIMIT 1;
-- 1	1	0
SELECT toString(arraySort(arraySymmetricDifference(a, [5], [7, k]))), toString(arraySymmetricDifference(a)) FROM t ORDER BY k;
-- error NO_COMMON_TYPE
SELECT formatReadableSize(192851925, 0), formatReadableSize(k * 1000, 4), formatReadableQuantity(k * 2500, 0) FROM t ORDER BY k;
-- 184 MiB	1000.0000 B	3 thousand
-- 184 MiB	1.9531 KiB	5 thousand
-- 184 MiB	2.9297 KiB	8 thousand
-- 184 MiB	3.9063 KiB	10 thousand
SELECT hopStart(toDateTime('2026-01-02 03:04:05', 'UTC'), INTERVAL '1' DAY, INTERVAL '2' DAY), toTypeName(INTERVAL '1' DAY) FROM t LIMIT 1;
-- 2026-01-01 00:00:00	IntervalDay
SELECT (k, 2) IN [1] FROM t;
-- error INCORRECT_ELEMENT_OF_SET
SELECT nullIf(1, '1') FROM t;
-- error NO_COMMON_TYPE
SELECT nullIf(18446744073709551615, -1), nullIf(1, 1.0) FROM t LIMIT 1;
-- 18446744073709551615	\N
SELECT countSubstringsCaseInsensitiveUTF8('ложка, кошка, картошка', 'КА', 13) FROM t LIMIT 1;
-- 2
SELECT l.k AS r, length(l.url) AS k FROM t AS l JOIN t AS m ON l.k = m.k JOIN t AS n ON m.k = n.k WHERE if(l.k > 1, k, k) = 17;
-- 1	17
SELECT k, arrayMap(x -> x[[1, -1]], [a, [9]]), arrayDifference(arrayMap(x -> x * 2, a)), range(k)[[1, k]] FROM t ORDER BY k;
-- 1	[[0,5],[9,9]]	[0,-2,12]	[0,0]
-- 2	[[0,0],[9,9]]	[]	[0,1]
-- 3	[[5,5],[9,9]]	[0,0,0]	[0,2]
-- 4	[[7,7],[9,9]]	[0]	[0,3]
SELECT a[materialize([[1, 2], [3]])] FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT cutURLParameter('/?a\\Eb=1&x=2', 'a\\Eb'), cutURLParameter('/?a.*=1&abc=2', 'a.*') FROM t LIMIT 1;
-- /?x=2	/?abc=2
SELECT formatReadableSize(k, -1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT formatReadableSize(k, '2') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT formatReadableQuantity(k, k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT formatReadableDecimalSize(k, 101) FROM t;
-- error CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER
SELECT has('{"a":1}'::JSON, 5) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
