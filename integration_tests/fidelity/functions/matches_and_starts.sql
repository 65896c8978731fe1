-- Matches of nothing, searches that start behind the end, and texts that cannot be decoded.

CREATE TABLE t (k UInt8, s String, p UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'banana', 3), (2, '', 1), (3, 'père', 6), (4, 'YWI=', 2);

SELECT k, position(s, '', p), position(s, 'a', p), positionUTF8(s, '', p), positionCaseInsensitive(s, '', p + 1), position(s, '') FROM t ORDER BY k;
-- 1	3	4	3	4	1
-- 2	1	0	1	0	1
-- 3	6	0	0	0	1
-- 4	2	0	2	3	1
SELECT k, countSubstrings(s, 'a', p), countSubstringsCaseInsensitive(s, 'A', 0), countSubstrings(s, '') FROM t ORDER BY k;
-- 1	2	3	0
-- 2	0	0	0
-- 3	0	0	0
-- 4	0	0	0
SELECT k, countMatches(s, 'n*'), countMatches(s, ''), countMatches(s, 'an|'), countMatchesCaseInsensitive(s, 'A') FROM t ORDER BY k;
-- 1	2	0	2	3
-- 2	0	0	0	0
-- 3	0	0	0	0
-- 4	0	0	0	0
SELECT k, replaceRegexpAll(s, '', '-'), replaceRegexpAll(s, 'n*', '-') FROM t WHERE k < 3 ORDER BY k;
-- 1	banana	-b-a--a--a-
-- 2	''	-
SELECT base64Decode(s), base64URLDecode('YWI') FROM t WHERE k = 4;
-- ab	ab
SELECT base64Decode(s) FROM t WHERE k = 1;
-- error INCORRECT_DATA
SELECT sum(countMatches(s, 'a')) FROM t WHERE position(s, 'n', 2) > 0;
-- 3
