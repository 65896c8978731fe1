-- empty of UUIDs and addresses, UUIDStringToNum, soundex, port.

CREATE TABLE e (k UInt8, u UUID, v4 IPv4, v6 IPv6, nu Nullable(UUID)) ENGINE = MergeTree ORDER BY k;
INSERT INTO e VALUES (1, '00000000-0000-0000-0000-000000000000', '0.0.0.0', '::', NULL), (2, '61f0c404-5cb3-11e7-907b-a6006ad3dba0', '1.1.1.1', '::1', '00000000-0000-0000-0000-000000000000');
SELECT empty(u), notEmpty(u), empty(v4), notEmpty(v4), empty(v6), notEmpty(v6), empty(nu), notEmpty(nu) FROM e ORDER BY k;
-- 1	0	1	0	1	0	\N	\N
-- 0	1	0	1	0	1	1	0
SELECT empty(toUUID('00000000-0000-0000-0000-000000000000')), hex(UUIDStringToNum('x')), hex(UUIDStringToNum(toString(k))) FROM e;
-- 1	00000000000000000000000000000000	00000000000000000000000000000000
-- 1	00000000000000000000000000000000	00000000000000000000000000000000
SELECT empty(k) FROM e;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT soundex(''), soundex(' ab'), soundex('12a'), soundex('мир'), soundex('Robert'), soundex('a1b'), soundex('Tymczak'), soundex('é'), soundex('Ashcraft'), soundex('a b c d'), soundex('Pfister') FROM numbers(1);
-- 0000	A100	A000	0000	R163	A100	T522	0000	A226	A123	P236
SELECT port('http://localhost:81/'), port('http://a.b:82/'), port('http://a:82'), port('//host:5'), port('http://user@host:9/'), port('http://[::1]:8080/'), port('localhost:81'), port('http://a.b:99999/'), port('http://a.b:/'), domain('http://localhost:81/'), portRFC('http://localhost:81/') FROM numbers(1);
-- 0	82	0	0	0	0	0	0	0	''	0
SELECT port('https://www.example.com:443'), port('http://a.b:65535'), port('http://a.b:65536'), port('http://a.b:80?x'), port('http://a.b:80#x'), port('http://a.b:80x'), port('a.b:80'), port('http://u:p@a.b:8080/'), port('http://a.b:8080', 7), port('http://a.b', 7), port('', 9) FROM numbers(1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
