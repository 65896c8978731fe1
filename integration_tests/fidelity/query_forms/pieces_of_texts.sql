-- Pieces of texts and codings of them, by odd numbers.

CREATE TABLE t (k Int8, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL);
SELECT left('%Y-%m-%d', -1.5), left('abcdef', 2.7), right('abcdef', -1.5), right('abcdef', 2.5), substring('abcdef', 1.5), substring('abcdef', -1.5) FROM t;
-- %Y-%m-%	ab	bcdef	ef	abcdef	f
SELECT substring('abcdef', 0.5), substring('abcdef', 2, 1.5), substring('abcdef', nan), substring('abcdef', 1e20), substringUTF8('12', 1.5), substringUTF8('12', nan) FROM t;
-- ''	b	abcdef	abcdef	12	12
SELECT substring('abcdef', 18446744073709551615), substring('abcdef', 18446744073709551614, 2), left('abc', 18446744073709551615), right('abc', 18446744073709551615), unbin('%a%'), unbin('lc') FROM t;
-- f	ef	ab	bc		
SELECT unbin('102'), unbin('0110000101100010'), unbin('b'), unbin('a b'), editDistance('é','e'), editDistance('日本','日') FROM t;
-- 	ab			2	3
SELECT netloc('day'), netloc('utf-8'), netloc('http://u:p@h.com:80/x'), netloc('h.com/x'), netloc('//h.com/x'), netloc('a b') FROM t;
-- day	utf-8	u:p@h.com:80	h.com	h.com	''
SELECT netloc('mailto:x@y'), netloc('http:/x'), netloc(''), netloc('a/b?c'), extractURLParameterNames('a.b=c&d=e'), extractURLParameters('a.b=c&d=e') FROM t;
-- mailto:x@y	http:	''	a	[]	[]
SELECT extractURLParameterNames('http://x/?a=1&b=2#c=3'), extractURLParameters('http://x/?a=1&b=2#c=3'), extractURLParameterNames('a#b=c&d=e'), extractURLParameterNames('x?a&b=2'), extractURLParameters('x?a&b=2'), extractURLParameterNames('a&b=c?d=e') FROM t;
-- ['a','b','c']	['a=1','b=2','c=3']	['b','d']	['a','b']	['a','b=2']	['d']
SELECT extractURLParameter('a.b=c&d=e','d'), extractURLParameterNames('x?'), extractURLParameterNames('x?=1'), extractURLParameterNames('x?a?b=1'), extractURLParameters('x?'), extractURLParameters('x?a?b=1') FROM t;
-- ''	[]	['']	['b']	[]	['b=1']
SELECT extractURLParameters('x?&'), repeat('ab', toUInt64(2)), leftPad('a', NULL::Nullable(Int32)), left('abc', NULL::Nullable(Int32)), repeat('a', NULL::Nullable(Int32)), splitByChar(',', 'a,b,c', NULL::Nullable(Int32)) FROM t;
-- ['']	abab	\N	\N	\N	['a','b','c']
SELECT extractURLParameterNames('http://x/?a=1&&b'), extractURLParameters('http://x/?a=1&&b'), extractURLParameters('http://x/?a=1&b=2#frag') FROM t;
-- ['a','']	['a=1','']	['a=1','b=2']
