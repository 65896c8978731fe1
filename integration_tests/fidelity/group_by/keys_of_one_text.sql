-- Keys that are equal and have different types, and lambdas beside GROUP BY ALL.

CREATE TABLE t (k UInt32, v String, ls LowCardinality(String), m Map(String, UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 'b', {'a': 1}), (2, 'b', 'b', {'a': 1}), (3, 'a', 'c', {});

SELECT 'a'::Enum8('a' = 1, 'b' = -2) AS e, toLowCardinality('a') AS l, toTypeName(e), toTypeName(l) FROM t GROUP BY e, l;
-- a	a	Enum8('b' = -2, 'a' = 1)	LowCardinality(String)
DESCRIBE (SELECT ls AS a, toString(ls) AS b, CAST(ls AS Nullable(String)) AS c, toNullable(v) AS d, v AS e FROM t GROUP BY a, b, c, d, e);
-- a	LowCardinality(String)	''	''	''	''	''
-- b	LowCardinality(String)	''	''	''	''	''
-- c	Nullable(String)	''	''	''	''	''
-- d	Nullable(String)	''	''	''	''	''
-- e	String	''	''	''	''	''
DESCRIBE (SELECT toNullable(v) AS g, v AS h, count() FROM t GROUP BY h, g WITH ROLLUP);
-- count()	UInt64	''	''	''	''	''
-- g	Nullable(String)	''	''	''	''	''
-- h	String	''	''	''	''	''
SELECT toNullable(v) AS g, v AS h, count() FROM t GROUP BY h, g WITH ROLLUP ORDER BY ALL;
-- a	a	2
-- b	b	1
-- \N	''	3
-- \N	a	2
-- \N	b	1
DESCRIBE (SELECT toNullable(v) AS g, count() FROM t GROUP BY v);
-- count()	UInt64	''	''	''	''	''
-- g	Nullable(String)	''	''	''	''	''
SELECT toNullable(v) AS g, concat(v, 'x'), count() FROM t GROUP BY v WITH CUBE ORDER BY ALL;
-- ''	x	3
-- a	ax	2
-- b	bx	1
CREATE TABLE made ENGINE = MergeTree ORDER BY tuple() AS SELECT toNullable(v) AS g, v AS h FROM t GROUP BY ALL;
DESCRIBE (SELECT * FROM made);
-- g	Nullable(String)	''	''	''	''	''
-- h	String	''	''	''	''	''
SELECT g, h FROM made ORDER BY h;
-- a	a
-- b	b

SELECT toUInt8(arrayExists(x -> x = 1, groupArray(k))) FROM t GROUP BY ALL;
-- 1
SELECT v, arraySum(arrayMap(x -> x + 1, groupArray(k))) FROM t GROUP BY ALL ORDER BY v;
-- a	6
-- b	3
SELECT v, arrayFilter(x -> x > count() + length(v), arraySort(groupArray(k))) FROM t GROUP BY ALL ORDER BY v;
-- a	[]
-- b	[]
SELECT arrayMap(x -> x + 1, [k]), count() FROM t GROUP BY ALL ORDER BY 1;
-- [2]	1
-- [3]	1
-- [4]	1
SELECT arrayExists(x -> x = k, groupArray(k)) FROM t GROUP BY ALL;
-- error NOT_AN_AGGREGATE
SELECT v, arrayFilter(x -> x > count() AND x < k, groupArray(k)) FROM t GROUP BY ALL;
-- error NOT_AN_AGGREGATE
