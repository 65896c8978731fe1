-- CAST refuses NULL where the type has none, unless cast_keep_nullable is on.

CREATE TABLE t (k Int16, x Nullable(Int32), s Nullable(String), a Array(Nullable(Int32))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, '1', [1]), (2, NULL, NULL, [NULL]), (3, 5, '5', []);

SELECT CAST(NULL AS Nullable(String)), CAST(NULL, 'Nullable(Int8)') FROM t WHERE k = 1;
-- \N	\N
SELECT CAST(NULL AS Int64) FROM t;
-- error CANNOT_CONVERT_TYPE
SELECT CAST(x AS Int64) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT x::String FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(s AS Int64) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(s AS LowCardinality(String)) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(s AS FixedString(2)) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(x AS Decimal(9, 2)) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(x AS Enum8('a' = 1, 'b' = 5)) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(a AS Array(Int32)) FROM t ORDER BY k;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(a AS Array(Int32)) FROM t WHERE k <> 2 ORDER BY k;
-- [1]
-- []
SELECT CAST((x, k) AS Tuple(Int32, Int32)) FROM t ORDER BY k;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(map('a', x) AS Map(String, Int32)) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT accurateCast(x, 'Int64') FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT accurateCastOrNull(x, 'Int64') FROM t ORDER BY k;
-- 1
-- \N
-- 5
SELECT k FROM t WHERE x::Int64 > 1;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT k FROM t WHERE x IS NOT NULL AND CAST(x AS Int64) > 1;
-- 3
SELECT if(x IS NULL, 0, CAST(x AS Int64)) FROM t ORDER BY k;
-- 1
-- 0
-- 5
SELECT CAST(x AS Int64) FROM t WHERE x IS NOT NULL ORDER BY k;
-- 1
-- 5
SELECT sum(CAST(x AS Int64)) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT sum(CAST(x AS Int64)) FROM t WHERE k <> 2;
-- 6
SELECT CAST(max(x) AS Int64) FROM t WHERE k = 2;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
SELECT CAST(x AS Nullable(Int64)), toTypeName(CAST(x AS Int64)) FROM t WHERE k <> 2 ORDER BY k;
-- 1	Int64
-- 5	Int64
SELECT CAST(x AS Int64), toTypeName(CAST(x AS Int64)) FROM t ORDER BY k SETTINGS cast_keep_nullable = 1;
-- 1	Nullable(Int64)
-- \N	Nullable(Int64)
-- 5	Nullable(Int64)
SELECT CAST(NULL AS Int64) FROM t WHERE k = 1 SETTINGS cast_keep_nullable = 1;
-- \N
SELECT accurateCast(x, 'Int64'), toTypeName(accurateCast(x, 'Int64')) FROM t ORDER BY k SETTINGS cast_keep_nullable = 1;
-- 1	Nullable(Int64)
-- \N	Nullable(Int64)
-- 5	Nullable(Int64)
