-- Places on the Earth, their geohashes, registered domains, pairs in texts, texts that sort as numbers do.

CREATE TABLE t (id UInt8, x Nullable(Float64), y Float32, u String, s Nullable(String), p UInt8) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, 0.5, -3.25, 'https://www.news.example.co.uk:80/?q', 'ezs42 a:1 b:2', 2), (2, NULL, 10, 'mailto:a@b.com', NULL, 3), (3, 179.999, 89.5, 'http://user:pw@a.github.io/x', 'x"y:z" a7b012', 13), (4, -77.0366, 38.9, 'https://пример.рф/', 'é:ü', 200);

SELECT id, toString(round(greatCircleDistance(x, y, 1., 2.), 6)), toString(round(greatCircleAngle(x, y, 100, 2.), 9)), toString(round(geoDistance(x, y, 1., 2.), 6)), toTypeName(geoDistance(x, y, 1, 2)) FROM t ORDER BY id;
-- 1	586415.228055	99.592571544	583140.85034	Nullable(Float64)
-- 2	\N	\N	\N	Nullable(Float64)
-- 3	9840694.682603	87.912722551	9840694.682603	Nullable(Float64)
-- 4	8834117.318294	139.007115698	8834117.318294	Nullable(Float64)
SELECT id, toString(greatCircleDistance(y, y, toFloat32(1), toFloat32(2))), toString(greatCircleAngle(y, 1, 100, 2)), toString(geoDistance(y, 1, 1, 2)), toTypeName(geoDistance(y, 1, 1, 2)) FROM t ORDER BY id;
-- 1	751063.2	103.20307	485703.94	Float32
-- 2	1334872.9	89.96473	1007628.9	Float32
-- 3	9783660	10.543918	9836939	Float32
-- 4	5618916	61.083828	4214168	Float32
SELECT greatCircleDistance('1', 2, 3, 4) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT greatCircleDistance(1, 2, 3) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT id, geohashEncode(x, 42.6), geohashEncode(x, y, p), geohashEncode(y, y, 5), toString(geohashDecode(s)), toString(geohashDecode(u)), toTypeName(geohashDecode(s)) FROM t ORDER BY id;
-- 1	sp8677h4fze4	kp	7zmtw	(-5.581321734935045,42.62682429514825)	(29.75092140957713,-57.70024501718581)	Nullable(Tuple(longitude Float64, latitude Float64))
-- 2	\N	\N	s1z0g	\N	(89.91210920736194,-0.043983953073620796)	Nullable(Tuple(longitude Float64, latitude Float64))
-- 3	xzxfrgp6bxw6	zzzvpuzr29nr	vzzth	(178.59356777742505,44.99987150542438)	(29.882672857493162,-57.65683212317526)	Nullable(Tuple(longitude Float64, latitude Float64))
-- 4	dr94qgpdvped	dqcjqcx8vjge	sygtm	(179.97802734375,89.97802734375)	(29.750976394861937,-57.70019539631903)	Nullable(Tuple(longitude Float64, latitude Float64))
SELECT geohashEncode(-5.60302734375, 42.593994140625, 0), geohashEncode(180., 90.), geohashEncode(1000., -1000., 3), geohashEncode(nan, inf, 4), geohashEncode(1.5, 2.5, 256), geohashEncode(1.5, 2.5, -1), geohashEncode(NULL, 1.), geohashEncode(-1e-300, 0., 4) FROM t WHERE id = 1;
-- ezs42d000000	zzzzzzzzzzzz	pbp	bpbp	s03n4ph789c0	s03n4ph789c0	\N	ebpb
SELECT toString(geohashDecode('')), toString(geohashDecode('EZS42')), toString(geohashDecode('é')), toString(geohashDecode('ezs42ezs42ezs42')), toTypeName(geohashDecode(toLowCardinality('ezs42'))) FROM t WHERE id = 1;
-- (0,0)	(178.61572265625,89.01123046875)	(174.375,87.1875)	(-5.59262590482831,42.60429776273668)	Tuple(\n    longitude Float64,\n    latitude Float64)
SELECT toString(geohashesInBox(24.48, 40.56, 24.785, 40.81, 4)), toString(geohashesInBox(24.48, 40.56, 20., 40.81, 4)), toString(geohashesInBox(-200., -100., 200., 100., 1)), toString(geohashesInBox(nan, 1., 1., 1., 2)) FROM t WHERE id = 1;
-- ['sx1q','sx1r','sx32','sx1w','sx1x','sx38']	[]	['0','2','8','b','1','3','9','c','4','6','d','f','5','7','e','g','h','k','s','u','j','m','t','v','n','q','w','y','p','r','x','z']	[]
SELECT id, toString(geohashesInBox(x, 0., 1., 1., 3)) FROM t WHERE id < 4 ORDER BY id;
-- 1	['s00']
-- 2	['s00']
-- 3	[]
SELECT geohashesInBox(0., 0., 1., 1., 12) FROM t;
-- error TOO_LARGE_ARRAY_SIZE
SELECT geohashesInBox(toFloat32(0.), 0., 1., 1., 3) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT geohashEncode(1, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT id, domain(u), firstSignificantSubdomain(u), cutToFirstSignificantSubdomain(u), cutToFirstSignificantSubdomainWithWWW(u), firstSignificantSubdomainRFC(u), cutToFirstSignificantSubdomainRFC(u), cutToFirstSignificantSubdomainWithWWWRFC(u), firstSignificantSubdomain(s), toTypeName(cutToFirstSignificantSubdomain(s)) FROM t ORDER BY id;
-- 1	www.news.example.co.uk	example	example.co.uk	example.co.uk	example	example.co.uk	example.co.uk	''	Nullable(String)
-- 2	''	''	''	''	b	b.com	b.com	\N	Nullable(String)
-- 3	''	''	''	''	a	a.github.io	a.github.io	''	Nullable(String)
-- 4	пример.рф	пример	пример.рф	пример.рф	пример	пример.рф	пример.рф	''	Nullable(String)
SELECT u, domain(u), domainRFC(u), cutToFirstSignificantSubdomain(u), cutToFirstSignificantSubdomainWithWWW(u), cutToFirstSignificantSubdomainRFC(u) FROM (SELECT arrayJoin(['https://com', 'https://www.com/', 'http://a.b.c.d.org.ru/x', 'http://co.uk', '1.2.3.4', 'http://localhost', '', 'http://a..com', 'http://a.com.', 'http://www.a.co.abc', 'a@b.c', 'http://a%b.com/', '//x.y', 'http://a.b.CO.UK', 'http://a.b.公司.cn', 'http://a.city.kobe.jp']) AS u FROM t WHERE id = 1) ORDER BY u;
-- ''	''	''	''	''	''
-- //x.y	x.y	x.y	x.y	x.y	x.y
-- 1.2.3.4	1.2.3.4	1.2.3.4	3.4	3.4	3.4
-- a@b.c	b.c	b.c	b.c	b.c	b.c
-- http://a%b.com/	''	''	''	''	''
-- http://a..com	a..com	a..com	''	''	''
-- http://a.b.CO.UK	a.b.CO.UK	a.b.CO.UK	CO.UK	CO.UK	CO.UK
-- http://a.b.c.d.org.ru/x	a.b.c.d.org.ru	a.b.c.d.org.ru	d.org.ru	d.org.ru	d.org.ru
-- http://a.b.公司.cn	a.b.公司.cn	a.b.公司.cn	b.公司.cn	b.公司.cn	b.公司.cn
-- http://a.city.kobe.jp	a.city.kobe.jp	a.city.kobe.jp	kobe.jp	kobe.jp	kobe.jp
-- http://a.com.	''	''	''	''	''
-- http://co.uk	co.uk	co.uk	co.uk	co.uk	co.uk
-- http://localhost	''	''	''	''	''
-- http://www.a.co.abc	www.a.co.abc	www.a.co.abc	co.abc	co.abc	co.abc
-- https://com	''	''	''	''	''
-- https://www.com/	www.com	www.com	com	www.com	com
SELECT id, toString(extractKeyValuePairs(s)), toTypeName(extractKeyValuePairs(s)), toString(extractKeyValuePairs(u, '=', '&?', '~')) FROM t WHERE id != 3 ORDER BY id;
-- 1	{'a':'1','b':'2'}	Map(String, String)	{}
-- 2	{}	Map(String, String)	{}
-- 4	{'é':'ü'}	Map(String, String)	{}
SELECT toString(extractKeyValuePairs('a:x"b c:d"e f:g" h', ':', ' ', '"', 'accept')['c']), toString(extractKeyValuePairs('a:x"b c:d"e f:g" h', ':', ' ', '"', 'invalid')), toString(extractKeyValuePairs('a:x"b c:d"e f:g" h', ':', ' ', '"', 'promote')), toString(extractKeyValuePairs('a:1', '', ' ', '"')), toString(extractKeyValuePairs('a:1 a:2')['a']) FROM t WHERE id = 1;
-- d"e	{}	{'a':'b c:d'}	{'a':'1'}	1
SELECT extractKeyValuePairs('a:1', '::', ' ', '"') FROM t;
-- error BAD_ARGUMENTS
SELECT extractKeyValuePairs('a:1', ':', ',', ':') FROM t;
-- error BAD_ARGUMENTS
SELECT extractKeyValuePairs('a:1', ':', ',', '"', 'nope') FROM t;
-- error BAD_ARGUMENTS
SELECT extractKeyValuePairs('a:1', u) FROM t;
-- error ILLEGAL_COLUMN
SELECT extractKeyValuePairs(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT s, naturalSortKey(s) FROM (SELECT arrayJoin(['file12', 'file2', '007', 'a00', 'v1.10.2', '', 'héllo 12é3', '12345678901234567890123456789', '00', '1 23', 'a\n1\nb']) AS s FROM t WHERE id = 1) ORDER BY naturalSortKey(s);
-- ''	''
-- 00	00
-- 1 23	01 123
-- 007	07
-- 12345678901234567890123456789	92812345678901234567890123456789
-- a\n1\nb	a\n01\nb
-- a00	a00
-- file2	file02
-- file12	file112
-- héllo 12é3	héllo 112é03
-- v1.10.2	v01.110.02
SELECT naturalSortKey(s), toTypeName(naturalSortKey(s)), toTypeName(naturalSortKey(toLowCardinality('a1'))) FROM t ORDER BY id;
-- ezs142 a:01 b:02	Nullable(String)	LowCardinality(String)
-- \N	Nullable(String)	LowCardinality(String)
-- x"y:z" a07b112	Nullable(String)	LowCardinality(String)
-- é:ü	Nullable(String)	LowCardinality(String)
SELECT naturalSortKey(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
