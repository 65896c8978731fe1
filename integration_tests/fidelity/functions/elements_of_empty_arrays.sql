-- What lambdas calculate of the elements of an empty array, extremes beside NULL, and keys of maps.

CREATE TABLE t (k UInt32, v String, d Date, fs FixedString(4)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', '2024-01-01', 'ab'), (2, 'b', '2024-01-02', 'abcd');

SELECT arrayFilter(x -> x % 2 = 0, []), arraySort(x -> -x, []), arrayCount(x -> x % 2 = 0, []), arrayFill(x -> x % 2 = 3, []) FROM t LIMIT 1;
-- []	[]	0	[]
DESCRIBE (SELECT arrayMap(x -> x % 2, []) AS a, arrayMap(x -> -x, []) AS b, arrayMap(x -> x || 'a', []) AS c, arrayMap(x -> length(x), []) AS d, arrayMap(x -> x = 1, []) AS e FROM t);
-- a	Array(Nothing)	''	''	''	''	''
-- b	Array(Nothing)	''	''	''	''	''
-- c	Array(Nothing)	''	''	''	''	''
-- d	Array(Nothing)	''	''	''	''	''
-- e	Array(Nothing)	''	''	''	''	''
DESCRIBE (SELECT greatest(d, NULL) AS a, greatest(k, NULL) AS b, least(2.5, NULL, 3) AS c, greatest(NULL, v) AS d, least(NULL, NULL) AS e, greatest(d, toDate(NULL)) AS f FROM t);
-- a	Nullable(String)	''	''	''	''	''
-- b	Nullable(UInt32)	''	''	''	''	''
-- c	Nullable(Float64)	''	''	''	''	''
-- d	Nullable(String)	''	''	''	''	''
-- e	Nullable(Nothing)	''	''	''	''	''
-- f	Nullable(String)	''	''	''	''	''
SELECT greatest(k, NULL), least(NULL, v), greatest(d, toDate(NULL)) FROM t ORDER BY k;
-- 1	a	2024-01-01
-- 2	b	2024-01-02
SELECT map(toNullable(v), 1) FROM t;
-- error BAD_ARGUMENTS
SELECT map(v, toNullable(k))['a'] FROM t ORDER BY k;
-- 1
-- \N
SELECT map(NULL, k) FROM t;
-- error BAD_ARGUMENTS
SELECT arrayStringConcat([toFixedString('ab', 4), toFixedString('a', 4)], '-'), arrayStringConcat([fs, fs], ',') FROM t ORDER BY k;
-- ab-a	ab,ab
-- ab-a	abcd,abcd
