-- FixedStrings inside tuples and maps lose the zero bytes that fill them where they become Strings.

CREATE TABLE t (k Int8, f FixedString(3), n Nullable(FixedString(3)), a Array(FixedString(3))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', NULL, ['x', 'yy']), (2, 'abc', 'b', []);
SELECT k, length(tupleElement(CAST(tuple(f, k) AS Tuple(String, Int8)), 1)) FROM t ORDER BY k;
-- 1	1
-- 2	3
SELECT k, length(CAST(map('k', f) AS Map(String, String))['k']) FROM t ORDER BY k;
-- 1	1
-- 2	3
SELECT k, arrayMap(x -> length(x), CAST(a AS Array(String))) FROM t ORDER BY k;
-- 1	[1,2]
-- 2	[]
SELECT k, arrayMap(x -> length(x.1), CAST([(f, 1)] AS Array(Tuple(String, UInt8)))) FROM t ORDER BY k;
-- 1	[1]
-- 2	[3]
CREATE TABLE u (k Int8, t Tuple(String, Int8), m Map(String, String), a Array(String), aa Array(Array(String))) ENGINE = MergeTree ORDER BY k;
INSERT INTO u SELECT k, (f, k), map(f, f), a, [a, [f]] FROM t;
SELECT k, length(t.1), arrayMap(x -> length(x), mapKeys(m)), arrayMap(x -> length(x), mapValues(m)), arrayMap(x -> length(x), a), arrayMap(y -> arrayMap(x -> length(x), y), aa) FROM u ORDER BY k;
-- 1	1	[1]	[1]	[1,2]	[[1,2],[1]]
-- 2	3	[3]	[3]	[]	[[],[3]]
SELECT k, length(if(k = 1, f, 'zz')), length(coalesce(n, 'q')), length(ifNull(n, f)) FROM t ORDER BY k;
-- 1	3	1	3
-- 2	2	3	3
SELECT k, length(x) FROM (SELECT k, f AS x FROM t UNION ALL SELECT 3, 'long text') ORDER BY k;
-- 1	1
-- 2	3
-- 3	9
SELECT k, length(x.1) FROM (SELECT k, (f, 1) AS x FROM t UNION ALL SELECT 3, ('long text', 1)) ORDER BY k;
-- 1	1
-- 2	3
-- 3	9
SELECT k, arrayMap(x -> length(x), [f, 'long text']) FROM t ORDER BY k;
-- 1	[1,9]
-- 2	[3,9]
SELECT k, arrayMap(x -> length(x.1), [(f, 1), ('long text', 2)]) FROM t ORDER BY k;
-- 1	[1,9]
-- 2	[3,9]
CREATE TABLE v (k Int8, s String, t Tuple(a String), m Map(String, Array(String))) ENGINE = MergeTree ORDER BY k;
INSERT INTO v SELECT k, f, tuple(f), map('k', a) FROM t;
SELECT k, length(s), length(t.a), arrayMap(x -> length(x), m['k']) FROM v ORDER BY k;
-- 1	1	1	[1,2]
-- 2	3	3	[]
SELECT k, length(toString(f)), toString((f, 1)), length(toString((f, 1))), length(toString([f])), length(CAST(f AS String)) FROM t ORDER BY k;
-- 1	1	('a\\0\\0',1)	11	9	1
-- 2	3	('abc',1)	9	7	3
SELECT k, length(mapKeys(CAST(map(f, k) AS Map(String, Int8)))[1]) FROM t ORDER BY k;
-- 1	1
-- 2	3
