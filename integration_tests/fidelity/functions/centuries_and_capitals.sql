-- EXTRACT of seconds and centuries, capitals of ASCII's words, and the place 0 of a text.

CREATE TABLE t (k Int8, s String, d Date, at DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (0, 'élan vital ÇA ça', '2024-02-29', '2024-12-31 23:59:59'), (1, 'o''neil mc-donald x1y _a', '2000-12-31', '1970-01-01 00:00:01');
SELECT EXTRACT(EPOCH FROM at), toTypeName(EXTRACT(EPOCH FROM at)), EXTRACT(DECADE FROM d), EXTRACT(CENTURY FROM d), EXTRACT(MILLENNIUM FROM d) FROM t ORDER BY k;
-- 1735689599	UInt32	202	21	3
-- 1	UInt32	200	20	2
SELECT toTypeName(EXTRACT(DECADE FROM d)), toTypeName(extract(century from d)) FROM t LIMIT 1;
-- UInt16	Int64
SELECT EXTRACT(DECADES FROM d) FROM t;
-- error SYNTAX_ERROR
SELECT initcap(s), initcapUTF8(s), initcap('привет') FROM t ORDER BY k;
-- éLan Vital ÇA çA	Élan Vital Ça Ça	привет
-- O'Neil Mc-Donald X1y _A	O'Neil Mc-Donald X1y _A	привет
SELECT substring(s, 0) FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT substringUTF8(s, 0, 2) FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT mid(s, 0) FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT substring('abc', 0), substringUTF8('abc', 0, 1), substring(s, k, 2), substring('abc', k) FROM t ORDER BY k;
-- ''	''	''	''
-- ''	''	o'	abc
