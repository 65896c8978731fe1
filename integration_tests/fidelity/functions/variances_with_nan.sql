-- Variances of rows with NaN or infinity are 0; those of the stable functions are NaN.

CREATE TABLE t (k Int32, f Float64, g Float32, n Nullable(Float64), d Decimal(10, 2), kind LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, nan, nan, nan, 1.5, 'a'), (2, inf, inf, NULL, 2.5, 'b'), (3, 1, 1, 1, 3.5, 'c'), (4, 3, 3, 3, 4.5, 'a');
SELECT k > 2 AS c, stddevPop(f), stddevPop(g), varSamp(n), stddevPop(n), varPop(g), varPopStable(f), stddevSampStable(f), varSampStable(n) FROM t GROUP BY c ORDER BY c;
-- 0	0	0	nan	0	0	nan	nan	inf
-- 1	1	1	2	1	1	1	1.4142135623730951	2
SELECT k, stddevPop(f) OVER (ORDER BY k), varSamp(f) OVER (ORDER BY k ROWS 1 PRECEDING) FROM t ORDER BY k;
-- 1	0	nan
-- 2	0	0
-- 3	0	0
-- 4	0	2
SELECT stddevPopIf(f, k < 3), varSampIf(f, k = 1), varSampOrNull(f), stddevPopArray([f, 1]), varSampIf(f, k = 99), stddevPopIf(f, 0) FROM t;
-- 0	nan	0	0	nan	nan
SELECT k % 2 AS c, stddevPopMerge(s), varSampMerge(v), finalizeAggregation(any(s)), stddevSampStableMerge(x) FROM (SELECT k, stddevPopState(f) AS s, varSampState(f) AS v, stddevSampStableState(f) AS x FROM t GROUP BY k ORDER BY k) GROUP BY c ORDER BY c;
-- 0	0	0	0	nan
-- 1	0	0	0	nan
SELECT k, lagInFrame(d, 1, 0) OVER (ORDER BY k), lag(d, 1, CAST(1 AS Decimal(12, 2))) OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	0	1
-- 2	1.5	1.5
-- 3	2.5	2.5
-- 4	3.5	3.5
SELECT lagInFrame(d, 1, CAST(1 AS Decimal(12, 3))) OVER (ORDER BY k) FROM t;
-- error BAD_ARGUMENTS
SELECT toTypeName(CASE kind WHEN 'a' THEN 1 WHEN 'b' THEN 2 END), toTypeName(CASE kind WHEN 'a' THEN 1 ELSE 2 END), toTypeName(CASE kind WHEN 'a' THEN 'x' ELSE kind END), toTypeName(CASE kind WHEN 'a' THEN k ELSE 2 END) FROM t LIMIT 1;
-- LowCardinality(Nullable(UInt8))	LowCardinality(UInt8)	String	Int32
