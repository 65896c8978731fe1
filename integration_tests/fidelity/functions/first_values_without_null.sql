-- IGNORE NULLS makes of first_value_respect_nulls and its kin what leaves out NULL.

CREATE TABLE t (k UInt8, v Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL), (2, 5), (3, 6), (4, NULL);

SELECT first_value_respect_nulls(v) IGNORE NULLS, last_value_respect_nulls(v) IGNORE NULLS FROM t;
-- 5	6
SELECT any_respect_nulls(v) IGNORE NULLS, anyLast_respect_nulls(v) IGNORE NULLS FROM t;
-- 5	6
SELECT first_value_respect_nulls(v), last_value_respect_nulls(v) FROM t;
-- \N	\N
SELECT first_value_respect_nullsIf(v, k > 2) IGNORE NULLS, last_value_respect_nullsIf(v, k < 3) IGNORE NULLS FROM t;
-- 6	5
SELECT k, first_value_respect_nulls(v) IGNORE NULLS OVER (ORDER BY k) AS f FROM t ORDER BY k;
-- 1	\N
-- 2	5
-- 3	5
-- 4	5
