-- Functions of texts that ClickHouse and Spark share.

SELECT length('abc'), upper('aB'), lower('aB'), concat('a', 'b', 'c'), reverse('abc');
-- 3	AB	ab	abc	cba
SELECT substring('abcdef', 2, 3), substring('abcdef', 3), left('abc', 2), right('abc', 2);
-- bcd	cdef	ab	bc
SELECT trim('  a '), ltrim('  a'), rtrim('a  ');
-- a	a	a
SELECT replace('banana', 'an', 'AN'), repeat('ab', 3), lpad('7', 3, '0'), rpad('7', 3, '*');
-- bANANa	ababab	007	7**
SELECT concat('a', NULL), upper(NULL);
-- \N	\N
SELECT ascii('A'), hex('ab'), char(65);
-- 65	6162	A
