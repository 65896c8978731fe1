-- What patterns of format and letters of translate are refused, and defaults of tupleElement.

CREATE TABLE s (a Int64, s String, ls LowCardinality(String), fs FixedString(2), n Nullable(String), lc LowCardinality(FixedString(2)), nfs Nullable(FixedString(2)), t Tuple(x UInt8, y String), f Float64) ENGINE = MergeTree ORDER BY a;
INSERT INTO s VALUES (1, 'a', 'a', 'ab', 'a', 'ab', 'ab', (1, 'p'), 9007199254740992), (2, 'B', 'B', 'cd', NULL, 'cd', NULL, (2, 'q'), 1);
SELECT format('{} {0}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{0} {}', 'a', 'b'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{} {}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{0} {1}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{{}}', 'a'), a FROM s ORDER BY a;
-- {}	1
-- {}	2
SELECT format('{a}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{-1}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{0', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{ }', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{0}}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{{0}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
SELECT format('{{', 'a'), a FROM s ORDER BY a;
-- {	1
-- {	2
SELECT format('{}', n), format('{} {}', n, s) FROM s ORDER BY a;
-- a	a a
-- \N	\N
SELECT format('x'), a FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT format(s, 'x') FROM s;
-- error ILLEGAL_COLUMN
SELECT tuple() = tuple(), a FROM s;
-- error NOT_IMPLEMENTED
SELECT length(tuple()), a FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tupleElement((1, 2), 3, 5), tupleElement((1, 2), 1, 5), tupleElement((1, 2), 0, 5), tupleElement((1, 2), -3, 5), tupleElement((1, 2), 3, 'c'), tupleElement((1, 2), 3, s), tupleElement(t, 'z', 5), tupleElement(t, 'x', 5), tupleElement(t, 3, a) FROM s ORDER BY a;
-- 5	1	5	5	c	a	5	1	1
-- 5	1	5	5	c	B	5	2	2
SELECT tupleElement([(1, 2)], 3, [5]), tupleElement([(1, 2)], 3, 5), tupleElement([(1, 2)], 1, [5]), toTypeName(tupleElement((1, 2), 3, 5)), tupleElement((1, 2), 3, NULL), a FROM s ORDER BY a;
-- [5]	5	[1]	UInt8	\N	1
-- [5]	5	[1]	UInt8	\N	2
SELECT tupleElement((1, 2), 3), a FROM s;
-- error ARGUMENT_OUT_OF_BOUND
SELECT tupleElement(a, 1, 5) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tupleElement((1, 2), a, 5) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tupleElement(t, 'z') FROM s;
-- error BAD_ARGUMENTS
SELECT translate(fs, 'a', 'b'), toTypeName(translate(fs, 'a', 'b')), translate(lc, 'a', 'x'), toTypeName(translate(lc, 'a', 'x')), translate(nfs, 'a', 'x'), toTypeName(translate(nfs, 'a', 'x')) FROM s ORDER BY a;
-- bb	FixedString(2)	xb	LowCardinality(FixedString(2))	xb	Nullable(FixedString(2))
-- cd	FixedString(2)	cd	LowCardinality(FixedString(2))	\N	Nullable(FixedString(2))
SELECT translate(s, 'ab', 'x'), translate(s, 'ab', ''), translate(n, 'a', 'x'), translate(ls, 'a', 'x'), toTypeName(translate(ls, 'a', 'x')) FROM s ORDER BY a;
-- x	''	x	x	LowCardinality(String)
-- B	B	\N	B	LowCardinality(String)
SELECT translate(fs, 'ab', 'x') FROM s;
-- error BAD_ARGUMENTS
SELECT translate(fs, 'c', '') FROM s;
-- error BAD_ARGUMENTS
SELECT translate(s, 'a', 'xy') FROM s;
-- error BAD_ARGUMENTS
SELECT translate(s, 'ä', 'x') FROM s;
-- error BAD_ARGUMENTS
SELECT translate(s, 'a', 'ä') FROM s;
-- error BAD_ARGUMENTS
SELECT translateUTF8(s, 'ä', 'x'), translateUTF8(s, 'aä', 'x') FROM s ORDER BY a;
-- a	x
-- B	B
SELECT translateUTF8(s, 'a', 'xy') FROM s;
-- error BAD_ARGUMENTS
SELECT translateUTF8(fs, 'a', 'b') FROM s;
-- error BAD_ARGUMENTS
SELECT translate(s, s, 'x') FROM s;
-- error ILLEGAL_COLUMN
SELECT translate(toFixedString('ab', 2), 'a', 'b'), translate(toFixedString('a', 3), 'a', 'b'), toTypeName(translate(toFixedString('a', 3), 'a', 'b')), a FROM s ORDER BY a;
-- bb	b\0\0	FixedString(3)	1
-- bb	b\0\0	FixedString(3)	2
SELECT toTypeName(tuple()), format('{1}{0}{1}', s, 'b'), format('a{}b{}c', a, fs), format('{00}', s) FROM s ORDER BY a;
-- Tuple()	bab	a1babc	a
-- Tuple()	bBb	a2bcdc	B
SELECT format('{{{}}}', 'a'), a FROM s;
-- error BAD_ARGUMENTS
