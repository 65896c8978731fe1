-- printf writes as C does; a NULL gives NULL.

SELECT printf('%5.2f|%-8s|%08d|%+d|%x|%X|%o|%e|%c|%%', 3.14159, 'ab', 42, 7, 255, 255, 8, 12345.678, 65) FROM numbers(1);
--  3.14|ab      |00000042|+7|ff|FF|10|1.234568e+04|A|%
SELECT printf('%d|%5d|%-5d|%05d|% d|%+d', number, number, number, number, number, number) FROM numbers(3);
-- 0|    0|0    |00000| 0|+0
-- 1|    1|1    |00001| 1|+1
-- 2|    2|2    |00002| 2|+2
SELECT printf('%i|%5i|%-5u|%05u|', 3, 4, 5, 6), printf('%ld|%hhd', 1, 2), printf('%#x', 255), printf('%%%d%%', 5) FROM numbers(1);
-- 3|    4|5    |00006|	1|2	0xff	%5%
SELECT printf('%x', toInt8(-1)), printf('%u', toInt8(-5)), printf('%d', toUInt64(18446744073709551615)), printf('%c%c', 300, 65) FROM numbers(1);
-- ffffffffffffffff	18446744073709551611	-1	,A
SELECT printf('%f', nan), printf('%f', inf), printf('%5.1f|', -inf), printf('%F %E', 1.5, 2.5), printf('%10.3e', 12345.678) FROM numbers(1);
-- nan	inf	 -inf|	1.500000 2.500000E+00	 1.235e+04
SELECT toTypeName(printf('%d', NULL)), toTypeName(printf('%d', toNullable(1))), printf('%d', if(number = 0, NULL, number)) FROM numbers(2);
-- Nullable(Nothing)	Nullable(String)	1
-- Nullable(Nothing)	Nullable(String)	\N
SELECT printf(concat('%', 'd'), 5), printf('%s', toLowCardinality('x')), printf('%d', true), printf('no values') FROM numbers(1);
-- 5	x	1	no values
SELECT printf('%d', 'a') FROM numbers(1);
-- error BAD_ARGUMENTS
SELECT printf('%s', 5) FROM numbers(1);
-- error BAD_ARGUMENTS
SELECT printf('%f', 3) FROM numbers(1);
-- error BAD_ARGUMENTS
SELECT printf('%d', 3.5) FROM numbers(1);
-- error BAD_ARGUMENTS
SELECT printf('%y', 1) FROM numbers(1);
-- error BAD_ARGUMENTS
SELECT printf('%d', 1, 2) FROM numbers(1);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT printf('%') FROM numbers(1);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
-- What Java's format has not is refused.
SELECT printf('%g', 0.0001) FROM numbers(1);
-- 0.0001
-- differs: %g and %a are refused, docs/differences.md#functions
-- error NOT_IMPLEMENTED

-- Entities of XML, and characters by their numbers
SELECT decodeXMLComponent('&#65;&#x41;&#X41;'), decodeXMLComponent('&lt;&gt;&quot;&apos;&amp;'), decodeXMLComponent('&amp;lt;') FROM numbers(1);
-- AAA	<>"'&	&lt;
SELECT decodeXMLComponent('&#38;lt;'), decodeXMLComponent('&#xZZ;&#;&# 65;'), decodeXMLComponent('&#1234567;'), decodeXMLComponent('&#x1F600;') FROM numbers(1);
-- &lt;	&#xZZ;&#;&# 65;	&#1234567;	😀
SELECT decodeXMLComponent('&#0065'), decodeXMLComponent('&unknown;'), decodeXMLComponent('&#x110000;') FROM numbers(1);
-- &#0065	&unknown;	&#x110000;

-- An empty pad is a space.
SELECT concat('[', rightPad('', 3, ''), leftPad('a', 3, ''), leftPadUTF8('', 3, ''), rightPadUTF8('ab', 5, ''), leftPad('abc', 2, ''), ']') FROM numbers(1);
-- [     a   ab   ab]
