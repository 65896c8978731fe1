-- Quantiles of values with weights, and the values of most weight.

CREATE TABLE t (k UInt8, u UInt32, i Int32, f Float64, d Date, dec Decimal(9, 2), n Nullable(Int32), w UInt32, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number % 2, (number * 5) % 13, (number * 7) % 11 - 3, number / 4, toDate(number), number / 4, if(number % 4 = 0, NULL, number), number % 5, toString(number * number % 7) FROM numbers(20);
SELECT k, quantileExactWeighted(0.3)(u, w), quantilesExactWeighted(0.1, 0.5, 0.9)(u, w), quantilesExactWeighted(0.5)(n, w), quantileExactWeighted(d, w), medianExactWeighted(dec, w) FROM t GROUP BY k ORDER BY k;
-- 0	5	[1,7,12]	[14]	1970-01-09	2
-- 1	2	[0,4,7]	[9]	1970-01-10	2.25
SELECT quantileExactWeightedInterpolated(0.3)(u, w), quantilesExactWeightedInterpolated(0.1, 0.5, 0.9)(i, w), round(medianExactWeightedInterpolated(f, w), 9), quantileExactWeightedInterpolated(d, w), quantileExactWeightedInterpolated(dec, w), quantileExactWeightedInterpolated(n, w) FROM t;
-- 4	[-2,3,7]	2.5	1970-01-11	2.5	13
SELECT quantileInterpolatedWeighted(0.3)(u, w), quantilesInterpolatedWeighted(0.1, 0.5, 0.9)(i, w), round(medianInterpolatedWeighted(f, w), 9), quantileInterpolatedWeighted(d, w), quantileInterpolatedWeighted(dec, w), quantileInterpolatedWeighted(n, w) FROM t;
-- 3	[-2,2,6]	2.5	1970-01-11	2.5	12
SELECT quantileTimingWeighted(0.3)(u, w), quantilesTimingWeighted(0.1, 0.5, 0.9)(u, w), quantileTimingWeighted(u * 10000, w), quantilesDeterministic(0.1, 0.5)(f, w) FROM t;
-- 4	[1,5,10]	30000	[0.47500000000000003,2.375]
SELECT quantilesInterpolatedWeighted(0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1)(x, w), arrayMap(x -> round(x, 9), quantilesExactWeightedInterpolated(0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1)(x, w)), quantilesTimingWeighted(0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1)(x, w) FROM values('x Float64, w UInt32', (10, 1), (20, 1), (20, 2), (30, 2), (40, 0), (50, 4));
-- [10,12.5,20,26,30,40,47.5,50,50]	[10,19,20,26,30,38,50,50,50]	[10,20,20,30,30,50,50,50,50]
SELECT quantileExactWeightedInterpolated(u, w), quantileInterpolatedWeighted(u, w), quantileTimingWeighted(u, w), quantilesExactWeighted(0.5)(u, w), quantilesTDigestWeighted(0.5)(u, w), quantileDD(0.1)(u), quantilesBFloat16(0.5)(u), topKWeighted(u, w), approx_top_k(u) FROM t WHERE k > 9;
-- nan	0	nan	[0]	[nan]	nan	[nan]	[]	[]
SELECT quantileInterpolatedWeighted(x, w), quantileTimingWeighted(x, w) FROM values('x UInt32, w UInt32', (10, 0));
-- 10	nan
SELECT quantileExactWeightedInterpolatedIf(u, w, k = 1), quantileExactWeightedInterpolatedOrNullIf(u, w, k = 9), quantilesExactWeightedIf(0.5)(u, w, k = 9), quantileExactWeightedArray([u, 100], [w, 1]) FROM t;
-- 4	\N	[0]	7
SELECT quantileExactWeightedInterpolatedMerge(0.3)(a), quantilesExactWeightedMerge(0.1, 0.9)(b), topKWeightedMerge(1)(c) FROM (SELECT k, quantileExactWeightedInterpolatedState(u, w) AS a, quantileExactWeightedState(u, w) AS b, topKWeightedState(1)(s, w) AS c FROM t GROUP BY k);
-- 4	[1,10]	['4']
SELECT quantileBFloat16(0.5)(x), quantileBFloat16Weighted(0.5)(x, 2), quantileTDigestWeighted(0.5)(x, 1) FROM values('x UInt32', (1), (64), (128));
-- 64	64	64
SELECT topKWeighted(3)(s, w), topKWeighted(2)(n, n), topKWeightedIf(1)(s, w, k = 1), toTypeName(approx_top_k(2)(s)), approx_top_k(1)(s).item, approx_top_k(1)(s).count, approx_top_sum(2)(s, w).count, approx_top_count(1)(s).error FROM t;
-- ['4','2','1']	[19,18]	['4']	Array(Tuple(\n    item String,\n    count UInt64,\n    error UInt64))	['4']	[6]	[13,13]	[0]
SELECT quantileExactWeighted(9007199254740993::UInt64, 1);
-- 9007199254740993
SELECT quantileExactWeightedInterpolated(u, i) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT topKWeighted(2)(s, f) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT topKWeighted(0)(s, w) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT quantileDD(u) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
