-- Aggregates of no rows at all.

CREATE TABLE t (k UInt32, n Int32, x Nullable(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
SELECT count(), uniqExact(n), countIf(n > 0) FROM t;
-- 0	0	0
SELECT groupArray(n) FROM t;
-- []
SELECT sum(x), max(x), avg(x) FROM t;
-- \N	\N	\N
SELECT k, sum(n) FROM t GROUP BY k;
-- (no rows)
