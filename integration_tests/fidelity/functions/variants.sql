-- Values of several types that no type holds are a Variant: shown, compared and calculated with.

CREATE TABLE t (k UInt64, s String, d Decimal(9, 2), day Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (0, 'a', 1.5, '2024-01-31'), (1, 'b', 2, '2024-02-01'), (2, 'c', 3.25, '2024-02-02');
SELECT if(k > 1, k, -1) AS v, toTypeName(v) FROM t ORDER BY k;
-- -1	Variant(Int8, UInt64)
-- -1	Variant(Int8, UInt64)
-- 2	Variant(Int8, UInt64)
SELECT if(k > 1, k, -1) + 1 AS v, toTypeName(v) FROM t ORDER BY k;
-- 0	Variant(Int16, UInt64)
-- 0	Variant(Int16, UInt64)
-- 3	Variant(Int16, UInt64)
SELECT if(k > 1, k, -1) / 2 AS v, toTypeName(v) FROM t ORDER BY k;
-- -0.5	Nullable(Float64)
-- -0.5	Nullable(Float64)
-- 1	Nullable(Float64)
SELECT coalesce(if(k = 1, NULL, k), -1) AS v, toTypeName(v) FROM t ORDER BY k;
-- 0	Variant(Int8, UInt64)
-- -1	Variant(Int8, UInt64)
-- 2	Variant(Int8, UInt64)
SELECT CASE WHEN k = 1 THEN count() ELSE -1 END AS v, toTypeName(v) FROM t GROUP BY k ORDER BY k;
-- -1	Variant(Int8, UInt64)
-- 1	Variant(Int8, UInt64)
-- -1	Variant(Int8, UInt64)
SELECT k FROM t WHERE if(k > 1, k, -1) = -1 ORDER BY k;
-- 0
-- 1
SELECT k FROM t WHERE if(k > 1, k, -1) IN (-1, 2) ORDER BY k;
-- 0
-- 1
-- 2
SELECT k, toInt64(if(k > 1, k, -1)) AS v, toTypeName(v), CAST(if(k > 1, k, -1) AS Int32) FROM t ORDER BY k;
-- 0	-1	Int64	-1
-- 1	-1	Int64	-1
-- 2	2	Int64	2
SELECT if(k = 0, s, k) AS v, toTypeName(v), concat(v, '!'), toString(v) FROM t ORDER BY k;
-- a	Variant(String, UInt64)	a!	a
-- 1	Variant(String, UInt64)	1!	1
-- 2	Variant(String, UInt64)	2!	2
SELECT if(k = 0, d, 0.5) AS v, toTypeName(v) FROM t ORDER BY k;
-- 1.5	Variant(Decimal(9, 2), Float64)
-- 0.5	Variant(Decimal(9, 2), Float64)
-- 0.5	Variant(Decimal(9, 2), Float64)
SELECT if(k = 0, day, '') AS v, toTypeName(v) FROM t ORDER BY k;
-- 2024-01-31	Variant(Date, String)
-- ''	Variant(Date, String)
-- ''	Variant(Date, String)
SELECT multiIf(k = 0, 1, k = 1, 'b', 2.5) AS v, toTypeName(v), (v IS NULL) + 0 FROM t ORDER BY k;
-- 1	Variant(Float64, String, UInt8)	0
-- b	Variant(Float64, String, UInt8)	0
-- 2.5	Variant(Float64, String, UInt8)	0
SELECT if(k = 0, NULL, if(k = 1, 'x', 3)) AS v, coalesce(v, 'z') AS w, toTypeName(w) FROM t ORDER BY k;
-- \N	z	Variant(String, UInt8)
-- x	x	Variant(String, UInt8)
-- 3	3	Variant(String, UInt8)
SELECT toTypeName(array(k, -1)), array(k, -1)[2], toTypeName(map('a', k, 'b', -1)) FROM t LIMIT 1;
-- Array(Variant(Int8, UInt64))	-1	Map(String, Variant(Int8, UInt64))
SELECT any(if(k > 1, k, -1)), count(if(k > 1, k, -1)), uniqExact(if(k > 1, k, -1)) FROM t;
-- -1	3	2
-- differs: two equal numbers of different types are two values, docs/differences.md#sparks-values
-- error NOT_IMPLEMENTED
SELECT toTypeName(v), v FROM (SELECT k AS v FROM t WHERE k = 1 UNION ALL SELECT -1 FROM t WHERE k = 2);
-- Variant(Int8, UInt64)	-1
-- Variant(Int8, UInt64)	1
SELECT sum(if(k > 1, k, -1)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT max(if(k > 1, k, -1)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT if(k > 1, k, -1) AS v, count() FROM t GROUP BY v;
-- error ILLEGAL_COLUMN
SELECT if(k > 1, k, -1) AS v FROM t ORDER BY v;
-- error ILLEGAL_COLUMN
SELECT nullIf(if(k > 1, k, -1), 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k FROM t WHERE if(k > 1, k, -1);
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT [1, 'a'] FROM t;
-- error NO_COMMON_TYPE
SELECT [[1], ['a']] FROM t;
-- error NO_COMMON_TYPE
SELECT (k > 5 ? toInt64(k) : k) AS c FROM t ORDER BY ALL;
-- error ILLEGAL_COLUMN
SELECT transform((k > 5 ? toInt64(k) : k), [1, 2], ['one', 'two'], 'other') FROM t;
-- error CANNOT_CONVERT_TYPE
SELECT sumDistinct(c) FROM (SELECT (k > 5 ? toInt64(k) : k) AS c FROM t) GROUP BY c;
-- error ILLEGAL_TYPE_OF_ARGUMENT
