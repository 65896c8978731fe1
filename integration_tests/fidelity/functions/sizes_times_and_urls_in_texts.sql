-- Sizes and times that people write, places of patterns, and the steps of URLs.

CREATE TABLE t (k Int64, size String, time String, url String, n Nullable(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1.5 KiB', '11s+22min', 'http://u:p@www.a.com:8080/p/a?x=1#y', 'http://u:p@www.a.com:8080/p'), (2, '.5 b', '1yr2mo', 'a/b/c', NULL), (3, '3e2 MB', '1.5 hours, 3 sec', 'http://a//b?c/d?e#f', 'https://example.com/'), (4, '7B', '1us 2ns 3ms', '', '');
SELECT k, parseReadableSize(size), toString(parseTimeDelta(time)), regexpPosition(time, '[a-z]+'), regexpPosition(n, '\\.') FROM t ORDER BY k;
-- 1	1536	1331	3	15
-- 2	1	36806400	2	\N
-- 3	300000000	5403	5	16
-- 4	7	0.003001002	2	0
SELECT toTypeName(parseReadableSize(toNullable(size))), toTypeName(parseTimeDelta(time)), toTypeName(regexpPosition(n, 'x')) FROM t LIMIT 1;
-- Nullable(UInt64)	Float64	Nullable(UInt64)
SELECT k, toString(URLHierarchy(url)), toString(URLPathHierarchy(url)) FROM t ORDER BY k;
-- 1	['http://u:p@www.a.com:8080/','http://u:p@www.a.com:8080/p/','http://u:p@www.a.com:8080/p/a?','http://u:p@www.a.com:8080/p/a?x=1#','http://u:p@www.a.com:8080/p/a?x=1#y']	['/p/','/p/a?','/p/a?x=1#','/p/a?x=1#y']
-- 2	['a/b/c']	[]
-- 3	['http://a/','http://a//b?','http://a//b?c/','http://a//b?c/d?','http://a//b?c/d?e#','http://a//b?c/d?e#f']	['//b?','//b?c/','//b?c/d?','//b?c/d?e#','//b?c/d?e#f']
-- 4	[]	[]
SELECT k, topLevelDomainRFC(n), domainWithoutWWWRFC(n), portRFC(n), portRFC(n, toUInt16(80)) FROM t ORDER BY k;
-- 1	com	a.com	8080	8080
-- 2	\N	\N	\N	\N
-- 3	com	example.com	0	80
-- 4	''	''	0	80
SELECT parseReadableSize(time) FROM t WHERE k = 3;
-- error CANNOT_PARSE_TEXT
SELECT parseReadableSize('-1 B') FROM t;
-- error BAD_ARGUMENTS
SELECT parseReadableSize('16 EiB') FROM t;
-- error BAD_ARGUMENTS
SELECT parseReadableSize(url) FROM t WHERE k = 2;
-- error CANNOT_PARSE_NUMBER
SELECT parseTimeDelta(url) FROM t WHERE k = 2;
-- error BAD_ARGUMENTS
SELECT parseTimeDelta(k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT URLHierarchy(k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT regexpPosition('a', '(');
-- error CANNOT_COMPILE_REGEXP
SELECT regexpPosition(time, '[') FROM t;
-- error CANNOT_COMPILE_REGEXP
SELECT match(time, '(') FROM t;
-- error CANNOT_COMPILE_REGEXP
SELECT extract(time, '(') FROM t;
-- error CANNOT_COMPILE_REGEXP
SELECT countMatches(time, '(') FROM t;
-- error CANNOT_COMPILE_REGEXP
SELECT replaceRegexpAll(time, '(', '') FROM t;
-- error BAD_ARGUMENTS
