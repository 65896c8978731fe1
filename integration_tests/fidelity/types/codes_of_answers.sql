-- Where LowCardinality stays in the type of an answer, and where it does not.

CREATE TABLE t (k UInt32, v String, ls LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 'b'), (2, 'b', 'b');

DESCRIBE (SELECT lag(ls) OVER (ORDER BY k) AS a, leadInFrame(ls) OVER (ORDER BY k) AS b, nth_value(ls, 1) OVER (ORDER BY k) AS c, lag([ls]) OVER () AS d FROM t);
-- a	String	''	''	''	''	''
-- b	String	''	''	''	''	''
-- c	String	''	''	''	''	''
-- d	Array(String)	''	''	''	''	''
DESCRIBE (SELECT ls IS DISTINCT FROM v AS a, ls IS DISTINCT FROM '' AS b, '' IS NOT DISTINCT FROM ls AS c, ls <=> 'a' AS d, ls <=> ls AS e FROM t);
-- a	UInt8	''	''	''	''	''
-- b	LowCardinality(UInt8)	''	''	''	''	''
-- c	LowCardinality(UInt8)	''	''	''	''	''
-- d	LowCardinality(UInt8)	''	''	''	''	''
-- e	UInt8	''	''	''	''	''
SELECT toTypeName(tupleConcat((0,), (ls,))), toTypeName((0, ls)) FROM t LIMIT 1;
-- Tuple(UInt8, String)	Tuple(UInt8, LowCardinality(String))
DESCRIBE (SELECT (SELECT ls FROM t LIMIT 1) AS a, (SELECT max(ls) FROM t) AS b, (SELECT min(k), max(v) FROM t) AS c, (SELECT argMax((k, v), k) FROM t) AS d);
-- a	LowCardinality(String)	''	''	''	''	''
-- b	Nullable(String)	''	''	''	''	''
-- c	Tuple(\n    `min(k)` UInt32,\n    `max(v)` String)	''	''	''	''	''
-- d	Nullable(Tuple(UInt32, String))	''	''	''	''	''
SELECT (SELECT ls FROM t WHERE k = 2);
-- b
SELECT (SELECT ls FROM t WHERE k > 100);
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
CREATE TABLE made ENGINE = MergeTree ORDER BY tuple() AS SELECT (SELECT count(), max(v) FROM t) AS p, (SELECT ls FROM t LIMIT 1) AS l FROM t LIMIT 1;
SELECT toTypeName(p), toTypeName(l), p.1, p.2, l FROM made;
-- Tuple(\n    `count()` UInt64,\n    `max(v)` String)	LowCardinality(String)	2	b	b
