-- Functions that are made of others take NULL, columns, groups and subqueries as any function does.

CREATE TABLE t (k UInt32, s String, n Nullable(Int32), v Array(Float64), w LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'Hello', 5, [3, 4], 'a'), (2, 'world', NULL, [1, 0], 'b'), (3, '', -7, [0, 2], 'a');
SELECT k, clamp(n, -1, 3), clamp(k, 2, 2), toTypeName(clamp(n, -1, 3)) FROM t ORDER BY k;
-- 1	3	2	Nullable(Int32)
-- 2	\N	2	Nullable(Int32)
-- 3	-1	2	Nullable(Int32)
SELECT hasSubsequence(s, 'lo') AS found, count() FROM t GROUP BY found ORDER BY found;
-- 0	2
-- 1	1
SELECT hasSubsequence(w, 'a') + 0, toTypeName(hasSubsequence(w, 'a')) FROM t ORDER BY k;
-- 1	LowCardinality(UInt8)
-- 0	LowCardinality(UInt8)
-- 1	LowCardinality(UInt8)
SELECT reverseBySeparator(w), toTypeName(reverseBySeparator(w)) FROM t ORDER BY k LIMIT 1;
-- a	LowCardinality(String)
SELECT w, clamp(sum(n), 0, 100), max(L2Norm(v)) FROM t GROUP BY w ORDER BY w;
-- a	0	5
-- b	\N	1
SELECT k FROM t WHERE L2Distance(v, [3, 4]) < 1 ORDER BY k;
-- 1
SELECT k, replicate((SELECT max(k) FROM t), [1, 2]) FROM t ORDER BY k;
-- 1	[3,3]
-- 2	[3,3]
-- 3	[3,3]
SELECT arrayMap(x -> clamp(x, 1, 3), v) FROM t ORDER BY k;
-- [3,3]
-- [1,1]
-- [1,2]
SELECT concat(s, '(', w, ')'), [s, ']'] FROM t ORDER BY k;
-- Hello(a)	['Hello',']']
-- world(b)	['world',']']
-- (a)	['',']']
SELECT clamp(NULL, 1, 3), hasSubsequence(NULL, 'a'), tuplePlus((1, NULL), (1, 2)), toTypeName(L1Norm((1, NULL)));
-- \N	\N	(2,NULL)	Nullable(Nothing)
SELECT hex(encrypt('aes-128-ecb', NULL, '1234567890123456')), reinterpretAsUInt32(NULL), bar(NULL, 0, 10, 5);
-- \N	\N	\N
SELECT k FROM t WHERE hasAllTokens(s, 'Hello') OR hasAnyTokens(s, ['world']) ORDER BY k;
-- 1
-- 2

-- Arguments that are wrong.

SELECT clamp(k, 5, 1) FROM t;
-- error BAD_ARGUMENTS
SELECT clamp(5, 1, 3), sqr(3), bar(5, 0, 10, 4), replicate(1, [2, 3]);
-- 3	9	██	[1,1]
SELECT clamp(1, 2);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT tuplePlus((1, 2), 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tuplePlus((1, 2, 3), (1, 2));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tupleNegate(1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT L1Norm(1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT L2Distance([1, 2], [1]);
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT LpNorm((1, 2), 0.5);
-- error ARGUMENT_OUT_OF_BOUND
SELECT L1Norm([1, NULL]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toInterval(3, 'eons');
-- error BAD_ARGUMENTS
SELECT getSetting('no_such_setting');
-- error UNKNOWN_SETTING
SELECT countDigits(1.5);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT reinterpretAsUInt8([1]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT extractAllGroupsVertical('a', 'a');
-- error BAD_ARGUMENTS
SELECT hasSubsequence('a');
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT base58Decode('0O');
-- error INCORRECT_DATA
SELECT encrypt('aes-128-xyz', 'a', '1234567890123456');
-- error BAD_ARGUMENTS
SELECT encrypt('aes-128-ecb', 'a', 'short');
-- error BAD_ARGUMENTS
SELECT timezoneOffset('2024-01-01');
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT flattenTuple(((1, 2), 3));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tupleToNameValuePairs((1, 'a'));
-- error ILLEGAL_TYPE_OF_ARGUMENT
