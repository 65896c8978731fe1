-- How much alike two texts are, of several rows and of constants.

CREATE TABLE t (k Int64, s Nullable(String), t LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'hello world', 'hallo wrold'), (2, NULL, 'x'), (3, 'ab', 'abcd'), (4, 'MARTHA', 'MARHTA'), (5, 'naive', 'native'), (6, '', 'abc');

SELECT k, damerauLevenshteinDistance(s, t), toTypeName(damerauLevenshteinDistance(s, t)) FROM t ORDER BY k;
-- 1	2	Nullable(UInt64)
-- 2	\N	Nullable(UInt64)
-- 3	2	Nullable(UInt64)
-- 4	1	Nullable(UInt64)
-- 5	1	Nullable(UInt64)
-- 6	3	Nullable(UInt64)
SELECT k, jaroSimilarity(s, t), jaroWinklerSimilarity(s, t) FROM t ORDER BY k;
-- 1	0.906060606060606	0.9154545454545454
-- 2	\N	\N
-- 3	0.8333333333333333	0.8666666666666666
-- 4	0.9444444444444444	0.9611111111111111
-- 5	0.9444444444444444	0.9555555555555555
-- 6	3	3
SELECT k, ngramDistance(s, t), ngramDistanceUTF8(s, t), toTypeName(ngramDistance(s, t)) FROM t ORDER BY k;
-- 1	0.75	0.5555556	Nullable(Float32)
-- 2	\N	\N	Nullable(Float32)
-- 3	1	1	Nullable(Float32)
-- 4	1	0.5	Nullable(Float32)
-- 5	1	0.71428573	Nullable(Float32)
-- 6	0	1	Nullable(Float32)
SELECT k, ngramSearch(s, 'HELLO'), ngramSearchCaseInsensitive(s, 'HELLO'), ngramSearchCaseInsensitiveUTF8(t, 'Wrold!') FROM t ORDER BY k;
-- 1	0	1	0.75
-- 2	\N	\N	0
-- 3	0	0	0
-- 4	0	0	0
-- 5	0	0	0
-- 6	0	0	0
SELECT damerauLevenshteinDistance('ca', 'abc'), damerauLevenshteinDistance('abcd', 'badc'), damerauLevenshteinDistance('', '');
-- 3	2	0
SELECT jaroSimilarity(1, 'a');
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, compareSubstrings(t, 'hallo', 1, 1, 4), compareSubstrings(s, t, 0, 0, 2) FROM t ORDER BY k;
-- 1	0	1
-- 2	-1	\N
-- 3	1	0
-- 4	-1	0
-- 5	1	0
-- 6	1	-1
SELECT k, toString(hasPhrase(s, 'hello world')), toString(hasPhrase(t, 'wrold hallo')) FROM t ORDER BY k;
-- 1	1	0
-- 2	\N	0
-- 3	0	0
-- 4	0	0
-- 5	0	0
-- 6	0	0
SELECT k, firstNonDefault(s, t), toTypeName(firstNonDefault(s, t)) FROM t ORDER BY k;
-- 1	hello world	Nullable(String)
-- 2	x	Nullable(String)
-- 3	ab	Nullable(String)
-- 4	MARTHA	Nullable(String)
-- 5	naive	Nullable(String)
-- 6	''	Nullable(String)
SELECT firstNonDefault(0, 3, 4), firstNonDefault(toNullable(0), 3), firstNonDefault(0, 0);
-- 3	0	0
SELECT tryBase64URLDecode('YWJj'), tryBase64URLDecode('YWI'), tryBase64URLDecode('!'), tryBase64URLDecode(NULL);
-- abc	ab	''	\N
SELECT toString(multiMatchAllIndices('abc', ['a', 'z', 'c'])), toTypeName(multiMatchAllIndices('abc', ['z']));
-- [1,3]	Array(UInt64)
SELECT ngramDistanceUTF8('naïve', 'naive'), ngramDistanceUTF8('naïveté', 'naiveté'), ngramSearchUTF8('naïve', 'naive'), ngramDistanceUTF8('привет мир', 'привет миру'), ngramDistanceUTF8('abcd', 'acbd'), ngramDistanceUTF8('abcde', 'abfde');
-- 1	0.6	0	0.05882353	0.5	1
SELECT compareSubstrings('naïve', 'naive', 0, 0, 3), compareSubstrings('é', 'a', 0, 0, 1), compareSubstrings('a', 'é', 0, 0, 1), compareSubstrings('é', 'ü', 0, 0, 2), compareSubstrings('a', 'b', 5, 5, 3), compareSubstrings('a', 'b', 0, 5, 3), compareSubstrings('ab', 'abc', 0, 0, 3);
-- -1	-1	1	-1	0	1	-1
SELECT compareSubstrings('a', 'b', 0, -1, 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT compareSubstrings('a', 'b', materialize(0), 0, 1);
-- error ILLEGAL_COLUMN
SELECT ngramDistance('a', 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
