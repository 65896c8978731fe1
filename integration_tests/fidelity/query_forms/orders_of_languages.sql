-- ORDER BY with COLLATE orders texts by the rules of a language.

CREATE TABLE s (a UInt8, s String, ls LowCardinality(String), n Nullable(String), fs FixedString(2), arr Array(String)) ENGINE = MergeTree ORDER BY a;
INSERT INTO s VALUES (1, 'a', 'a', 'a', 'ab', ['b']), (2, 'B', 'B', NULL, 'cd', ['B', 'a']), (3, 'ä', 'ä', NULL, 'cd', ['a', 'z']), (4, 'A', 'A', NULL, 'cd', ['a', 'Z']), (5, 'z', 'z', 'z', 'cd', []), (6, 'a b', 'Z', 'ab', 'ef', ['ab']), (7, 'ab', 'a-b', 'a b', 'ef', ['a', 'B']), (8, 'a-b', '', '', 'gh', ['A', 'b']), (9, '', 'öl', 'É', 'gh', ['A', 'B', 'c']), (10, '10', '9', 'e', 'xx', ['A']), (11, 'Ab', 'aB', 'E', 'xx', ['a']), (12, 'aB', 'AB', 'é', 'xx', ['á']);
SELECT s FROM s ORDER BY s COLLATE 'en', a;
-- ''
-- 10
-- a
-- A
-- ä
-- a b
-- a-b
-- ab
-- aB
-- Ab
-- B
-- z
SELECT s FROM s ORDER BY s DESC COLLATE 'en', a;
-- z
-- B
-- Ab
-- aB
-- ab
-- a-b
-- a b
-- ä
-- A
-- a
-- 10
-- ''
SELECT ls FROM s ORDER BY ls ASC COLLATE 'de', a;
-- ''
-- 9
-- a
-- A
-- ä
-- a-b
-- aB
-- AB
-- B
-- öl
-- z
-- Z
SELECT n, a FROM s ORDER BY n COLLATE 'en', a;
-- ''	8
-- a	1
-- a b	7
-- ab	6
-- e	10
-- E	11
-- é	12
-- É	9
-- z	5
-- \N	2
-- \N	3
-- \N	4
SELECT n, a FROM s ORDER BY n DESC NULLS FIRST COLLATE 'fr', a;
-- \N	2
-- \N	3
-- \N	4
-- z	5
-- É	9
-- é	12
-- E	11
-- e	10
-- ab	6
-- a b	7
-- a	1
-- ''	8
SELECT s FROM s ORDER BY s COLLATE 'sv', a;
-- ''
-- 10
-- a
-- A
-- a b
-- a-b
-- ab
-- aB
-- Ab
-- B
-- z
-- ä
SELECT s FROM s ORDER BY s COLLATE 'tr', a;
-- ''
-- 10
-- a
-- A
-- ä
-- a b
-- a-b
-- ab
-- aB
-- Ab
-- B
-- z
SELECT s FROM s ORDER BY s COLLATE 'en_US', a LIMIT 4;
-- ''
-- 10
-- a
-- A
SELECT s FROM s ORDER BY s COLLATE 'nowhere';
-- error UNSUPPORTED_COLLATION_LOCALE
SELECT a FROM s ORDER BY a COLLATE 'en';
-- error BAD_COLLATION
SELECT fs FROM s ORDER BY fs COLLATE 'en';
-- error BAD_COLLATION
SELECT s, row_number() OVER (ORDER BY s COLLATE 'en', a) FROM s ORDER BY a;
-- a	3
-- B	11
-- ä	5
-- A	4
-- z	12
-- a b	6
-- ab	8
-- a-b	7
-- ''	1
-- 10	2
-- Ab	10
-- aB	9
SELECT DISTINCT s FROM s ORDER BY s COLLATE 'da';
-- ''
-- 10
-- A
-- a
-- a b
-- a-b
-- Ab
-- aB
-- ab
-- B
-- z
-- ä
SELECT s, count() FROM s GROUP BY s ORDER BY s COLLATE 'et';
-- ''	1
-- 10	1
-- a	1
-- A	1
-- a b	1
-- a-b	1
-- ab	1
-- aB	1
-- Ab	1
-- B	1
-- z	1
-- ä	1
SELECT upper(s) AS u FROM s ORDER BY u COLLATE 'en', a;
-- ''
-- 10
-- A
-- A
-- ä
-- A B
-- A-B
-- AB
-- AB
-- AB
-- B
-- Z
SELECT a FROM s ORDER BY concat(s, 'x') COLLATE 'en', a LIMIT 3 OFFSET 2;
-- 8
-- 7
-- 12
SELECT a FROM s ORDER BY s COLLATE 'en', a LIMIT 1 BY lower(s);
-- 9
-- 10
-- 1
-- 3
-- 6
-- 8
-- 7
-- 2
-- 5
SELECT a FROM s ORDER BY arr COLLATE 'en', a;
-- 5
-- 11
-- 7
-- 3
-- 4
-- 10
-- 8
-- 9
-- 12
-- 6
-- 1
-- 2
