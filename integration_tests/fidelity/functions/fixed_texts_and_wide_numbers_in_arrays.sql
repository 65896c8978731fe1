-- Zero bytes that fill a FixedString do not count where arrays are searched, and whole numbers of

CREATE TABLE t (k Int64, fs FixedString(4), afs Array(FixedString(4)), nfs Array(Nullable(FixedString(4))), s String, texts Array(String), a Array(Int64), af Array(Float64), f Float64, n Nullable(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'ab', ['ab', 'cd'], ['ab', NULL], 'ab', ['ab'], [1, 2], [1, 2], 1, 1);
INSERT INTO t VALUES (2, 'abcd', ['abcd'], [], 'abcd', ['x'], [9007199254740993], [9007199254740992], 9007199254740992, NULL);

SELECT [has([fs], 'ab'), indexOf(afs, 'ab'), countEqual(afs, 'ab'), has(afs, 'abcde'), has(afs, 'ab\0')] FROM t ORDER BY k;
-- [1,1,1,0,0]
-- [0,0,0,0,0]
SELECT [has(afs, s), indexOf(afs, fs), has(texts, fs), has(['ab'], fs), has(nfs, 'ab'), has(nfs, NULL)] FROM t ORDER BY k;
-- [1,1,1,0,1,1]
-- [1,1,0,0,0,0]
SELECT [has(afs, toFixedString('ab', 2)), has(afs, toFixedString('ab', 6)), has([toFixedString('ab', 2)], fs)] FROM t ORDER BY k;
-- [1,1,0]
-- [0,0,0]
SELECT [hasAny(afs, ['ab']), hasAll(afs, ['ab']), hasAny(afs, texts)] FROM t ORDER BY k;
-- [1,1,1]
-- [0,0,0]

SELECT [a = af, a < af, a != af, a >= af, [a] = [af]] FROM t ORDER BY k;
-- [1,0,0,1,1]
-- [0,0,1,1,0]
SELECT [a = [9007199254740992.0], [n] = [f], [f, nan] = [k, 1]] FROM t ORDER BY k;
-- [0,1,0]
-- [0,0,0]
SELECT [[toUInt64(18446744073709551615)] = [18446744073709551616.], [toUInt64(18446744073709551615)] < [18446744073709551616.]] FROM t WHERE k = 1;
-- [0,1]
SELECT [has(a, f), has(af, toInt64(9007199254740993)), indexOf(af, a[1]), countEqual(af, a[1]), has(a, 9007199254740992.0)] FROM t ORDER BY k;
-- [1,0,1,1,0]
-- [0,0,0,0,0]
SELECT [has([n], f), has([f], n), has([nan], k), has([k], nan)] FROM t ORDER BY k;
-- [1,1,0,0]
-- [0,0,0,0]
