-- Members of a list become values of the type that is looked for.

CREATE TABLE t (k Int64, s String, lc LowCardinality(String), ns Nullable(String), d Date, u UUID) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1', '19723', '2', '2024-01-01', '11111111-1111-1111-1111-111111111111'), (2, '2024-01-01', 'x', NULL, '2024-01-02', '22222222-2222-2222-2222-222222222222'), (3, '1704085200', '1', '1.50', '1970-01-02', '33333333-3333-3333-3333-333333333333');
SELECT k FROM t WHERE s IN (toDate('2024-01-01')) ORDER BY k;
-- (no rows)
SELECT k FROM t WHERE s IN (toDateTime('2024-01-01 05:00:00'), 1) ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE lc IN (toDate('2024-01-01')) ORDER BY k;
-- 1
SELECT k FROM t WHERE ns IN (toFloat64(1.5), toUInt8(2)) ORDER BY k;
-- 1
SELECT k FROM t WHERE s IN (toDecimal32(1, 0), toUUID('11111111-1111-1111-1111-111111111111')) ORDER BY k;
-- (no rows)
SELECT k FROM t WHERE d IN (toDateTime('2024-01-01 05:00:00')) ORDER BY k;
-- 1
SELECT k FROM t WHERE d IN (1.5);
-- error TYPE_MISMATCH
SELECT k FROM t WHERE d IN (true);
-- error TYPE_MISMATCH
SELECT k FROM t WHERE k IN (toDecimal64(1, 2));
-- error TYPE_MISMATCH
SELECT k FROM t WHERE k IN (toUUID('11111111-1111-1111-1111-111111111111'));
-- error TYPE_MISMATCH
SELECT k FROM t WHERE u IN (1);
-- error TYPE_MISMATCH

-- What is looked for becomes a value of a query's type; what is none is not found.

SELECT k FROM t WHERE s IN (SELECT 1) ORDER BY k;
-- 1
SELECT k FROM t WHERE s IN (SELECT toDate('2024-01-01')) ORDER BY k;
-- 2
SELECT k FROM t WHERE s NOT IN (SELECT 1) ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE ns IN (SELECT 1.5) ORDER BY k;
-- 3
SELECT k FROM t WHERE ns NOT IN (SELECT 2) ORDER BY k;
-- 3
SELECT k FROM t WHERE lc IN (SELECT toUInt16(19723)) ORDER BY k;
-- 1
SELECT k FROM t WHERE k IN (SELECT '3') ORDER BY k;
-- 3
SELECT k FROM t WHERE k IN (SELECT s FROM t) ORDER BY k;
-- 1
SELECT k FROM t WHERE d IN (SELECT s FROM t) ORDER BY k;
-- 1
SELECT k FROM t WHERE u IN (SELECT '11111111-1111-1111-1111-111111111111') ORDER BY k;
-- 1
SELECT k FROM t WHERE (k, s) IN (SELECT 1, 1) ORDER BY k;
-- 1
SELECT k, ifNull(toString(ns IN (SELECT 2)), 'unknown') FROM t ORDER BY k;
-- 1	1
-- 2	unknown
-- 3	0
