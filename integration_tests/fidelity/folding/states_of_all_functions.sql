-- States of all functions: of groups, merged, and over all rows. The values of a group decide no tie.

CREATE TABLE src (k UInt8, u UInt64, u2 UInt64, i Int32, f Float64, w UInt8, n Nullable(Int32), s String, c String, d Date, dec Decimal(9, 2), m Map(String, UInt64), ks Array(UInt8), vs Array(Int64), t DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO src SELECT number % 3, number, number + 2, number * -3, number / 4, number % 5 + 1, if(number % 4 = 0, NULL, number), toString(number * 7 % 10), toString(number % 3), toDate('2024-01-01') + number, number / 8, map('a', number, 'b', 1), [number % 2, 5], [number, 1], toDateTime('2024-01-01 00:00:00', 'UTC') + number FROM numbers(12);
SELECT countMerge(st), finalizeAggregation(countMergeState(st)) FROM (SELECT countState() AS st FROM src GROUP BY k ORDER BY k);
-- 12	12
SELECT k, finalizeAggregation(st) FROM (SELECT k, countState() AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4
-- 1	4
-- 2	4
SELECT countMerge(st), finalizeAggregation(countMergeState(st)) FROM (SELECT countState(n) AS st FROM src GROUP BY k ORDER BY k);
-- 9	9
SELECT k, finalizeAggregation(st) FROM (SELECT k, countState(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	3
-- 1	3
-- 2	3
SELECT sumMerge(st), finalizeAggregation(sumMergeState(st)) FROM (SELECT sumState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 66	66
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	18
-- 1	22
-- 2	26
SELECT sumMerge(st), finalizeAggregation(sumMergeState(st)) FROM (SELECT sumState(i) AS st FROM src GROUP BY k ORDER BY k);
-- -198	-198
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumState(i) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	-54
-- 1	-66
-- 2	-78
SELECT sumMerge(st), finalizeAggregation(sumMergeState(st)) FROM (SELECT sumState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 16.5	16.5
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4.5
-- 1	5.5
-- 2	6.5
SELECT sumMerge(st), finalizeAggregation(sumMergeState(st)) FROM (SELECT sumState(n) AS st FROM src GROUP BY k ORDER BY k);
-- 54	54
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumState(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	18
-- 1	18
-- 2	18
SELECT sumWithOverflowMerge(st), finalizeAggregation(sumWithOverflowMergeState(st)) FROM (SELECT sumWithOverflowState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 66	66
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumWithOverflowState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	18
-- 1	22
-- 2	26
SELECT sumKahanMerge(st), finalizeAggregation(sumKahanMergeState(st)) FROM (SELECT sumKahanState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 16.5	16.5
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumKahanState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4.5
-- 1	5.5
-- 2	6.5
SELECT sumCountMerge(st), finalizeAggregation(sumCountMergeState(st)) FROM (SELECT sumCountState(u) AS st FROM src GROUP BY k ORDER BY k);
-- (66,12)	(66,12)
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumCountState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	(18,4)
-- 1	(22,4)
-- 2	(26,4)
SELECT sumCountMerge(st), finalizeAggregation(sumCountMergeState(st)) FROM (SELECT sumCountState(n) AS st FROM src GROUP BY k ORDER BY k);
-- (54,9)	(54,9)
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumCountState(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	(18,3)
-- 1	(18,3)
-- 2	(18,3)
SELECT round(avgMerge(st), 9), round(finalizeAggregation(avgMergeState(st)), 9) FROM (SELECT avgState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 5.5	5.5
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, avgState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4.5
-- 1	5.5
-- 2	6.5
SELECT round(avgMerge(st), 9), round(finalizeAggregation(avgMergeState(st)), 9) FROM (SELECT avgState(n) AS st FROM src GROUP BY k ORDER BY k);
-- 6	6
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, avgState(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	6
-- 1	6
-- 2	6
SELECT round(avgMerge(st), 9), round(finalizeAggregation(avgMergeState(st)), 9) FROM (SELECT avgState(dec) AS st FROM src GROUP BY k ORDER BY k);
-- 0.685	0.685
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, avgState(dec) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.56
-- 1	0.685
-- 2	0.81
SELECT round(avgWeightedMerge(st), 9), round(finalizeAggregation(avgWeightedMergeState(st)), 9) FROM (SELECT avgWeightedState(f, toFloat64(w)) AS st FROM src GROUP BY k ORDER BY k);
-- 1.416666667	1.416666667
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, avgWeightedState(f, toFloat64(w)) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1.4375
-- 1	1.204545455
-- 2	1.625
SELECT minMerge(st), finalizeAggregation(minMergeState(st)) FROM (SELECT minState(s) AS st FROM src GROUP BY k ORDER BY k);
-- 0	0
SELECT k, finalizeAggregation(st) FROM (SELECT k, minState(s) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	0
-- 2	4
SELECT maxMerge(st), finalizeAggregation(maxMergeState(st)) FROM (SELECT maxState(s) AS st FROM src GROUP BY k ORDER BY k);
-- 9	9
SELECT k, finalizeAggregation(st) FROM (SELECT k, maxState(s) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	3
-- 1	9
-- 2	7
SELECT minMerge(st), finalizeAggregation(minMergeState(st)) FROM (SELECT minState(n) AS st FROM src GROUP BY k ORDER BY k);
-- 1	1
SELECT k, finalizeAggregation(st) FROM (SELECT k, minState(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	3
-- 1	1
-- 2	2
SELECT maxMerge(st), finalizeAggregation(maxMergeState(st)) FROM (SELECT maxState(d) AS st FROM src GROUP BY k ORDER BY k);
-- 2024-01-12	2024-01-12
SELECT k, finalizeAggregation(st) FROM (SELECT k, maxState(d) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	2024-01-10
-- 1	2024-01-11
-- 2	2024-01-12
SELECT anyMerge(st), finalizeAggregation(anyMergeState(st)) FROM (SELECT anyState(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k ORDER BY k);
-- 1	1
SELECT k, finalizeAggregation(st) FROM (SELECT k, anyState(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k) ORDER BY k;
-- 1	1
SELECT anyLastMerge(st), finalizeAggregation(anyLastMergeState(st)) FROM (SELECT anyLastState(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k ORDER BY k);
-- 1	1
SELECT k, finalizeAggregation(st) FROM (SELECT k, anyLastState(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k) ORDER BY k;
-- 1	1
SELECT argMinMerge(st), finalizeAggregation(argMinMergeState(st)) FROM (SELECT argMinState(s, u) AS st FROM src GROUP BY k ORDER BY k);
-- 0	0
SELECT k, finalizeAggregation(st) FROM (SELECT k, argMinState(s, u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	7
-- 2	4
SELECT argMaxMerge(st), finalizeAggregation(argMaxMergeState(st)) FROM (SELECT argMaxState(s, u) AS st FROM src GROUP BY k ORDER BY k);
-- 7	7
SELECT k, finalizeAggregation(st) FROM (SELECT k, argMaxState(s, u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	3
-- 1	0
-- 2	7
SELECT argAndMinMerge(st), finalizeAggregation(argAndMinMergeState(st)) FROM (SELECT argAndMinState(s, u) AS st FROM src GROUP BY k ORDER BY k);
-- ('0',0)	('0',0)
SELECT k, finalizeAggregation(st) FROM (SELECT k, argAndMinState(s, u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	('0',0)
-- 1	('7',1)
-- 2	('4',2)
SELECT argAndMaxMerge(st), finalizeAggregation(argAndMaxMergeState(st)) FROM (SELECT argAndMaxState(s, u) AS st FROM src GROUP BY k ORDER BY k);
-- ('7',11)	('7',11)
SELECT k, finalizeAggregation(st) FROM (SELECT k, argAndMaxState(s, u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	('3',9)
-- 1	('0',10)
-- 2	('7',11)
SELECT uniqMerge(st), finalizeAggregation(uniqMergeState(st)) FROM (SELECT uniqState(s) AS st FROM src GROUP BY k ORDER BY k);
-- 10	10
SELECT k, finalizeAggregation(st) FROM (SELECT k, uniqState(s) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4
-- 1	4
-- 2	4
SELECT uniqExactMerge(st), finalizeAggregation(uniqExactMergeState(st)) FROM (SELECT uniqExactState(s, c) AS st FROM src GROUP BY k ORDER BY k);
-- 12	12
SELECT k, finalizeAggregation(st) FROM (SELECT k, uniqExactState(s, c) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4
-- 1	4
-- 2	4
SELECT uniqUpToMerge(2)(st), finalizeAggregation(uniqUpToMergeState(2)(st)) FROM (SELECT uniqUpToState(2)(u) AS st FROM src GROUP BY k ORDER BY k);
-- 3	3
SELECT k, finalizeAggregation(st) FROM (SELECT k, uniqUpToState(2)(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	3
-- 1	3
-- 2	3
SELECT uniqUpToMerge(100)(st), finalizeAggregation(uniqUpToMergeState(100)(st)) FROM (SELECT uniqUpToState(100)(u) AS st FROM src GROUP BY k ORDER BY k);
-- 12	12
SELECT k, finalizeAggregation(st) FROM (SELECT k, uniqUpToState(100)(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4
-- 1	4
-- 2	4
SELECT groupBitAndMerge(st), finalizeAggregation(groupBitAndMergeState(st)) FROM (SELECT groupBitAndState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 0	0
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupBitAndState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	0
-- 2	0
SELECT groupBitOrMerge(st), finalizeAggregation(groupBitOrMergeState(st)) FROM (SELECT groupBitOrState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 15	15
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupBitOrState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	15
-- 1	15
-- 2	15
SELECT groupBitXorMerge(st), finalizeAggregation(groupBitXorMergeState(st)) FROM (SELECT groupBitXorState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 0	0
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupBitXorState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	12
-- 1	8
-- 2	4
SELECT round(varPopMerge(st), 9), round(finalizeAggregation(varPopMergeState(st)), 9) FROM (SELECT varPopState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.744791667	0.744791667
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, varPopState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.703125
-- 1	0.703125
-- 2	0.703125
SELECT round(varSampMerge(st), 9), round(finalizeAggregation(varSampMergeState(st)), 9) FROM (SELECT varSampState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.8125	0.8125
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, varSampState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.9375
-- 1	0.9375
-- 2	0.9375
SELECT round(stddevPopMerge(st), 9), round(finalizeAggregation(stddevPopMergeState(st)), 9) FROM (SELECT stddevPopState(n) AS st FROM src GROUP BY k ORDER BY k);
-- 3.366501646	3.366501646
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, stddevPopState(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	2.449489743
-- 1	3.741657387
-- 2	3.741657387
SELECT round(stddevSampMerge(st), 9), round(finalizeAggregation(stddevSampMergeState(st)), 9) FROM (SELECT stddevSampState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.901387819	0.901387819
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, stddevSampState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.968245837
-- 1	0.968245837
-- 2	0.968245837
SELECT round(varPopStableMerge(st), 9), round(finalizeAggregation(varPopStableMergeState(st)), 9) FROM (SELECT varPopStableState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.744791667	0.744791667
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, varPopStableState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.703125
-- 1	0.703125
-- 2	0.703125
SELECT round(stddevSampStableMerge(st), 9), round(finalizeAggregation(stddevSampStableMergeState(st)), 9) FROM (SELECT stddevSampStableState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.901387819	0.901387819
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, stddevSampStableState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.968245837
-- 1	0.968245837
-- 2	0.968245837
SELECT round(covarPopMerge(st), 9), round(finalizeAggregation(covarPopMergeState(st)), 9) FROM (SELECT covarPopState(f, w) AS st FROM src GROUP BY k ORDER BY k);
-- 0.114583333	0.114583333
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, covarPopState(f, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.9375
-- 1	-0.46875
-- 2	0
SELECT round(covarSampMerge(st), 9), round(finalizeAggregation(covarSampMergeState(st)), 9) FROM (SELECT covarSampState(f, w) AS st FROM src GROUP BY k ORDER BY k);
-- 0.125	0.125
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, covarSampState(f, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1.25
-- 1	-0.625
-- 2	0
SELECT round(corrMerge(st), 9), round(finalizeAggregation(corrMergeState(st)), 9) FROM (SELECT corrState(f, w) AS st FROM src GROUP BY k ORDER BY k);
-- 0.093398263	0.093398263
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, corrState(f, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.707106781
-- 1	-0.377964473
-- 2	0
SELECT round(corrStableMerge(st), 9), round(finalizeAggregation(corrStableMergeState(st)), 9) FROM (SELECT corrStableState(f, w) AS st FROM src GROUP BY k ORDER BY k);
-- 0.093398263	0.093398263
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, corrStableState(f, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.707106781
-- 1	-0.377964473
-- 2	0
SELECT round(skewPopMerge(st), 9), round(finalizeAggregation(skewPopMergeState(st)), 9) FROM (SELECT skewPopState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0	0
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, skewPopState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	0
-- 2	0
SELECT round(skewSampMerge(st), 9), round(finalizeAggregation(skewSampMergeState(st)), 9) FROM (SELECT skewSampState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0	0
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, skewSampState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	0
-- 2	0
SELECT round(kurtPopMerge(st), 9), round(finalizeAggregation(kurtPopMergeState(st)), 9) FROM (SELECT kurtPopState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 1.783216783	1.783216783
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, kurtPopState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1.64
-- 1	1.64
-- 2	1.64
SELECT round(kurtSampMerge(st), 9), round(finalizeAggregation(kurtSampMergeState(st)), 9) FROM (SELECT kurtSampState(f) AS st FROM src GROUP BY k ORDER BY k);
-- 1.498397436	1.498397436
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, kurtSampState(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.9225
-- 1	0.9225
-- 2	0.9225
SELECT round(entropyMerge(st), 9), round(finalizeAggregation(entropyMergeState(st)), 9) FROM (SELECT entropyState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 3.584962501	3.584962501
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, entropyState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	2
-- 1	2
-- 2	2
SELECT round(tupleElement(simpleLinearRegressionMerge(st), 1), 9), round(tupleElement(finalizeAggregation(simpleLinearRegressionMergeState(st)), 1), 9) FROM (SELECT simpleLinearRegressionState(f, w) AS st FROM src GROUP BY k ORDER BY k);
-- 0.153846154	0.153846154
SELECT k, round(tupleElement(finalizeAggregation(st), 1), 9) FROM (SELECT k, simpleLinearRegressionState(f, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1.333333333
-- 1	-0.666666667
-- 2	0
SELECT round(quantileMerge(st), 9), round(finalizeAggregation(quantileMergeState(st)), 9) FROM (SELECT quantileState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 5.5	5.5
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4.5
-- 1	5.5
-- 2	6.5
SELECT round(quantileMerge(0.9)(st), 9), round(finalizeAggregation(quantileMergeState(0.9)(st)), 9) FROM (SELECT quantileState(0.9)(f) AS st FROM src GROUP BY k ORDER BY k);
-- 2.475	2.475
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileState(0.9)(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	2.025
-- 1	2.275
-- 2	2.525
SELECT quantilesMerge(0.1, 0.5)(st), finalizeAggregation(quantilesMergeState(0.1, 0.5)(st)) FROM (SELECT quantilesState(0.1, 0.5)(n) AS st FROM src GROUP BY k ORDER BY k);
-- [1.8,6]	[1.8,6]
SELECT k, finalizeAggregation(st) FROM (SELECT k, quantilesState(0.1, 0.5)(n) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	[3.6000000000000005,6]
-- 1	[2.2,7]
-- 2	[2.6,5]
SELECT round(quantileExactMerge(st), 9), round(finalizeAggregation(quantileExactMergeState(st)), 9) FROM (SELECT quantileExactState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 6	6
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	6
-- 1	7
-- 2	8
SELECT round(quantileExactMerge(0.25)(st), 9), round(finalizeAggregation(quantileExactMergeState(0.25)(st)), 9) FROM (SELECT quantileExactState(0.25)(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.75	0.75
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactState(0.25)(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.75
-- 1	1
-- 2	1.25
SELECT quantilesExactMerge(0.1, 0.9)(st), finalizeAggregation(quantilesExactMergeState(0.1, 0.9)(st)) FROM (SELECT quantilesExactState(0.1, 0.9)(u) AS st FROM src GROUP BY k ORDER BY k);
-- [1,10]	[1,10]
SELECT k, finalizeAggregation(st) FROM (SELECT k, quantilesExactState(0.1, 0.9)(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	[0,9]
-- 1	[1,10]
-- 2	[2,11]
SELECT round(quantileExactLowMerge(st), 9), round(finalizeAggregation(quantileExactLowMergeState(st)), 9) FROM (SELECT quantileExactLowState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 5	5
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactLowState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	3
-- 1	4
-- 2	5
SELECT round(quantileExactHighMerge(st), 9), round(finalizeAggregation(quantileExactHighMergeState(st)), 9) FROM (SELECT quantileExactHighState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 6	6
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactHighState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	6
-- 1	7
-- 2	8
SELECT round(quantileExactInclusiveMerge(0.2)(st), 9), round(finalizeAggregation(quantileExactInclusiveMergeState(0.2)(st)), 9) FROM (SELECT quantileExactInclusiveState(0.2)(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.55	0.55
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactInclusiveState(0.2)(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0.45
-- 1	0.7
-- 2	0.95
SELECT round(quantileExactExclusiveMerge(0.2)(st), 9), round(finalizeAggregation(quantileExactExclusiveMergeState(0.2)(st)), 9) FROM (SELECT quantileExactExclusiveState(0.2)(f) AS st FROM src GROUP BY k ORDER BY k);
-- 0.4	0.4
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactExclusiveState(0.2)(f) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	0.25
-- 2	0.5
SELECT quantilesExactInclusiveMerge(0.25, 0.5)(st), finalizeAggregation(quantilesExactInclusiveMergeState(0.25, 0.5)(st)) FROM (SELECT quantilesExactInclusiveState(0.25, 0.5)(u) AS st FROM src GROUP BY k ORDER BY k);
-- [2.75,5.5]	[2.75,5.5]
SELECT k, finalizeAggregation(st) FROM (SELECT k, quantilesExactInclusiveState(0.25, 0.5)(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	[2.25,4.5]
-- 1	[3.25,5.5]
-- 2	[4.25,6.5]
SELECT round(quantileExactWeightedMerge(0.5)(st), 9), round(finalizeAggregation(quantileExactWeightedMergeState(0.5)(st)), 9) FROM (SELECT quantileExactWeightedState(0.5)(u, w) AS st FROM src GROUP BY k ORDER BY k);
-- 6	6
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileExactWeightedState(0.5)(u, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	6
-- 1	4
-- 2	8
SELECT round(quantileTimingMerge(0.5)(st), 9), round(finalizeAggregation(quantileTimingMergeState(0.5)(st)), 9) FROM (SELECT quantileTimingState(0.5)(u) AS st FROM src GROUP BY k ORDER BY k);
-- 6	6
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, quantileTimingState(0.5)(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	6
-- 1	7
-- 2	8
SELECT round(medianMerge(st), 9), round(finalizeAggregation(medianMergeState(st)), 9) FROM (SELECT medianState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 5.5	5.5
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, medianState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	4.5
-- 1	5.5
-- 2	6.5
SELECT round(medianExactMerge(st), 9), round(finalizeAggregation(medianExactMergeState(st)), 9) FROM (SELECT medianExactState(u) AS st FROM src GROUP BY k ORDER BY k);
-- 6	6
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, medianExactState(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	6
-- 1	7
-- 2	8
SELECT sumMapMerge(st), finalizeAggregation(sumMapMergeState(st)) FROM (SELECT sumMapState(m) AS st FROM src GROUP BY k ORDER BY k);
-- {'a':66,'b':12}	{'a':66,'b':12}
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumMapState(m) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	{'a':18,'b':4}
-- 1	{'a':22,'b':4}
-- 2	{'a':26,'b':4}
SELECT minMapMerge(st), finalizeAggregation(minMapMergeState(st)) FROM (SELECT minMapState(m) AS st FROM src GROUP BY k ORDER BY k);
-- {'a':0,'b':1}	{'a':0,'b':1}
SELECT k, finalizeAggregation(st) FROM (SELECT k, minMapState(m) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	{'a':0,'b':1}
-- 1	{'a':1,'b':1}
-- 2	{'a':2,'b':1}
SELECT maxMapMerge(st), finalizeAggregation(maxMapMergeState(st)) FROM (SELECT maxMapState(m) AS st FROM src GROUP BY k ORDER BY k);
-- {'a':11,'b':1}	{'a':11,'b':1}
SELECT k, finalizeAggregation(st) FROM (SELECT k, maxMapState(m) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	{'a':9,'b':1}
-- 1	{'a':10,'b':1}
-- 2	{'a':11,'b':1}
SELECT sumMapMerge(st), finalizeAggregation(sumMapMergeState(st)) FROM (SELECT sumMapState(ks, vs) AS st FROM src GROUP BY k ORDER BY k);
-- ([0,1,5],[30,36,12])	([0,1,5],[30,36,12])
SELECT k, finalizeAggregation(st) FROM (SELECT k, sumMapState(ks, vs) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	([0,1,5],[6,12,4])
-- 1	([0,1,5],[14,8,4])
-- 2	([0,1,5],[10,16,4])
SELECT groupArrayMerge(1)(st), finalizeAggregation(groupArrayMergeState(1)(st)) FROM (SELECT groupArrayState(1)(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k ORDER BY k);
-- ['1']	['1']
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupArrayState(1)(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k) ORDER BY k;
-- 1	['1']
SELECT length(groupUniqArrayMerge(1)(st)), length(finalizeAggregation(groupUniqArrayMergeState(1)(st))) FROM (SELECT groupUniqArrayState(1)(c) AS st FROM src GROUP BY k ORDER BY k);
-- 1	1
SELECT k, length(finalizeAggregation(st)) FROM (SELECT k, groupUniqArrayState(1)(c) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1
-- 1	1
-- 2	1
SELECT groupArraySortedMerge(3)(st), finalizeAggregation(groupArraySortedMergeState(3)(st)) FROM (SELECT groupArraySortedState(3)(u) AS st FROM src GROUP BY k ORDER BY k);
-- [0,1,2]	[0,1,2]
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupArraySortedState(3)(u) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	[0,3,6]
-- 1	[1,4,7]
-- 2	[2,5,8]
SELECT groupArrayLastMerge(1)(st), finalizeAggregation(groupArrayLastMergeState(1)(st)) FROM (SELECT groupArrayLastState(1)(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k ORDER BY k);
-- ['1']	['1']
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupArrayLastState(1)(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k) ORDER BY k;
-- 1	['1']
SELECT groupConcatMerge(st), finalizeAggregation(groupConcatMergeState(st)) FROM (SELECT groupConcatState(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k ORDER BY k);
-- 1111	1111
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupConcatState(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k) ORDER BY k;
-- 1	1111
SELECT groupConcatMerge('-')(st), finalizeAggregation(groupConcatMergeState('-')(st)) FROM (SELECT groupConcatState('-')(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k ORDER BY k);
-- 1-1-1-1	1-1-1-1
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupConcatState('-')(c) AS st FROM (SELECT * FROM src WHERE k = 1 ORDER BY u) GROUP BY k) ORDER BY k;
-- 1	1-1-1-1
SELECT topKMerge(1)(st), finalizeAggregation(topKMergeState(1)(st)) FROM (SELECT topKState(1)(toString(u > 0)) AS st FROM src GROUP BY k ORDER BY k);
-- ['1']	['1']
SELECT k, finalizeAggregation(st) FROM (SELECT k, topKState(1)(toString(u > 0)) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	['1']
-- 1	['1']
-- 2	['1']
SELECT singleValueOrNullMerge(st), finalizeAggregation(singleValueOrNullMergeState(st)) FROM (SELECT singleValueOrNullState(c) AS st FROM src GROUP BY k ORDER BY k);
-- \N	\N
SELECT k, finalizeAggregation(st) FROM (SELECT k, singleValueOrNullState(c) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	1
-- 2	2
SELECT groupArrayIntersectMerge(st), finalizeAggregation(groupArrayIntersectMergeState(st)) FROM (SELECT groupArrayIntersectState(ks) AS st FROM src GROUP BY k ORDER BY k);
-- [5]	[5]
SELECT k, finalizeAggregation(st) FROM (SELECT k, groupArrayIntersectState(ks) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	[5]
-- 1	[5]
-- 2	[5]
SELECT maxIntersectionsMerge(st), finalizeAggregation(maxIntersectionsMergeState(st)) FROM (SELECT maxIntersectionsState(u, u2) AS st FROM src GROUP BY k ORDER BY k);
-- 2	2
SELECT k, finalizeAggregation(st) FROM (SELECT k, maxIntersectionsState(u, u2) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1
-- 1	1
-- 2	1
SELECT round(boundingRatioMerge(st), 9), round(finalizeAggregation(boundingRatioMergeState(st)), 9) FROM (SELECT boundingRatioState(f, w) AS st FROM src GROUP BY k ORDER BY k);
-- 0.363636364	0.363636364
SELECT k, round(finalizeAggregation(st), 9) FROM (SELECT k, boundingRatioState(f, w) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	1.777777778
-- 1	-0.444444444
-- 2	-0.444444444
SELECT retentionMerge(st), finalizeAggregation(retentionMergeState(st)) FROM (SELECT retentionState(u > 1, u > 2) AS st FROM src GROUP BY k ORDER BY k);
-- [1,1]	[1,1]
SELECT k, finalizeAggregation(st) FROM (SELECT k, retentionState(u > 1, u > 2) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	[1,1]
-- 1	[1,1]
-- 2	[1,1]
SELECT windowFunnelMerge(10)(st), finalizeAggregation(windowFunnelMergeState(10)(st)) FROM (SELECT windowFunnelState(10)(t, u = 1, u = 2) AS st FROM src GROUP BY k ORDER BY k);
-- 2	2
SELECT k, finalizeAggregation(st) FROM (SELECT k, windowFunnelState(10)(t, u = 1, u = 2) AS st FROM src GROUP BY k) ORDER BY k;
-- 0	0
-- 1	1
-- 2	0
SELECT finalizeAggregation(varPopState(f)), finalizeAggregation(corrState(f, w)), finalizeAggregation(quantileState(u)), finalizeAggregation(quantilesState(0.5)(u)), finalizeAggregation(sumCountState(u)), finalizeAggregation(topKState(c)), finalizeAggregation(entropyState(u)), finalizeAggregation(avgWeightedState(f, w)), finalizeAggregation(groupConcatState(c)), finalizeAggregation(varSampState(n)), finalizeAggregation(sumMapState(m)) FROM src WHERE u > 100;
-- nan	nan	nan	[nan]	(0,0)	[]	0	nan	''	\N	{}
SELECT finalizeAggregation(varSampState(f)), finalizeAggregation(corrState(f, w)), finalizeAggregation(varSampState(n)), finalizeAggregation(skewPopState(f)) FROM src WHERE u = 1;
-- nan	nan	nan	nan
