-- Tests of samples, values that count less with time, and points that are drawn: groups, conditions, NULL, no rows, states, windows.

CREATE TABLE s (k UInt32, v Float64, i Int32, g UInt8, n Nullable(Float64), t UInt32, d DateTime('UTC'), x Decimal(9, 2), y Date) ENGINE = ReplacingMergeTree ORDER BY (k, t);
INSERT INTO s SELECT number % 4, (number * 7919 % 101) / 7, number * 31 % 17, number * 13 % 5 > 2, if(number % 5 = 0, NULL, number * 3 % 11), number, toDateTime(number * 60, 'UTC'), number * 7 % 13, toDate(number * 11 % 60) FROM numbers(60);
SELECT k, arrayMap(x -> round(x, 7), [a.1, a.2, b.1, b.2, c.1, c.2, c.3, c.4, d.1, d.2, d.3, d.4]) FROM (SELECT k, studentTTest(v, g) AS a, welchTTest(v, g) AS b, studentTTest(0.95)(i, g) AS c, welchTTest(0.9)(x, g) AS d FROM s GROUP BY k) ORDER BY k;
-- 0	[0.093992,0.9265487,0.1085208,0.9154073,1.0846826,0.2977686,-2.6816737,8.6816737,0.1304989,0.8983248,-3.514624,4.0701795]
-- 1	[-0.2231244,0.8269064,-0.2645062,0.7965005,-0.8706735,0.3997252,-8.2141724,3.3252835,1.2220052,0.2498059,-1.1553007,5.9330784]
-- 2	[0.2231244,0.8269064,0.2645062,0.7965005,-2.1872357,0.0475996,-10.2045631,-0.0176591,0.2388184,0.8154979,-3.248888,4.248888]
-- 3	[0.5779487,0.5731742,0.6645211,0.5189639,0.6555012,0.5235765,-4.3147006,7.759145,-0.5070926,0.6211766,-4.5113985,2.5113985]
SELECT k, arrayMap(x -> round(x, 7), [a.1, a.2, b.1, b.2, c.1, c.2, d.1, d.2, d.3, d.4, e.1, e.2]) FROM (SELECT k, mannWhitneyUTest(v, g) AS a, mannWhitneyUTest('less')(i, g) AS b, mannWhitneyUTest('greater', 0)(i, g) AS c, meanZTest(3.5, 2., 0.95)(x, g) AS d, mannWhitneyUTest('two-sided', 0)(i, g) AS e FROM s GROUP BY k) ORDER BY k;
-- 0	[29,0.8596838,36,0.8685548,36,0.1444222,0.3268602,0.7437736,-1.3878713,1.9434269,36,0.2888444]
-- 1	[24,0.7682782,20,0.2218285,20,0.7953023,2.8109979,0.0049388,0.7232398,4.054538,20,0.4093955]
-- 2	[30,0.7682782,10,0.025915,10,0.9774365,0.5883484,0.5562985,-1.1656491,2.1656491,10,0.0451269]
-- 3	[31,0.6799884,33,0.7781715,33,0.2397501,-1.1766968,0.2393165,-2.6656491,0.6656491,33,0.4795001]
SELECT studentTTest(v, g), welchTTest(v, g), studentTTest(0.95)(v, g), welchTTest(0.95)(v, g), meanZTest(0.7, 0.45, 0.95)(v, g), studentTTestOrNull(n, g), meanZTestIf(0.7, 0.45, 0.95)(v, g, k > 1), mannWhitneyUTestOrNull(v, g) FROM s WHERE k > 9;
-- (nan,nan)	(nan,nan)	(nan,nan,nan,nan)	(nan,nan,nan,nan)	(nan,0,nan,nan)	\N	(nan,0,nan,nan)	\N
SELECT round(tupleElement(studentTTest(n, g), 1), 7), round(tupleElement(studentTTestIf(n, g, k = 1), 2), 7), round(tupleElement(mannWhitneyUTest(n, g), 2), 7), toTypeName(studentTTest(0.9)(n, g)), toTypeName(welchTTest(v, g)), toTypeName(meanZTest(1., 1., 0.9)(v, g)), toTypeName(mannWhitneyUTest(v, g)) FROM s FINAL;
-- -0.2242414	0.4003866	0.827902	Nullable(Tuple(t_statistic Float64, p_value Float64, confidence_interval_low Float64, confidence_interval_high Float64))	Tuple(\n    t_statistic Float64,\n    p_value Float64)	Tuple(\n    z_statistic Float64,\n    p_value Float64,\n    confidence_interval_low Float64,\n    confidence_interval_high Float64)	Tuple(\n    u_statistic Float64,\n    p_value Float64)
SELECT studentTTest(v, g), welchTTest(v, g), welchTTest(0.9)(v, g), studentTTest(0.9)(v, g) FROM values('v Float64, g UInt8', (20,0),(20,0),(20,1),(20,1));
-- (nan,nan)	(nan,nan)	(nan,nan,nan,nan)	(nan,nan,nan,nan)
SELECT studentTTest(v, g), welchTTest(v, g), welchTTest(0.9)(v, g), studentTTest(0.9)(v, g) FROM values('v Float64, g UInt8', (20,0),(20,0),(21,1));
-- (nan,0)	(nan,nan)	(nan,nan,nan,nan)	(nan,0,nan,nan)
SELECT studentTTest(v, g), welchTTest(v, g), welchTTest(0.9)(v, g), studentTTest(0.9)(v, g) FROM values('v Float64, g UInt8', (20,0),(21,0));
-- (nan,nan)	(nan,nan)	(nan,nan,nan,nan)	(nan,nan,nan,nan)
SELECT studentTTest(v, g), welchTTest(v, g), mannWhitneyUTest(v, g) FROM values('v Float64, g UInt8', (20,0),(20,0),(nan,1),(3,1));
-- (nan,0)	(nan,0)	(2,0.4795001221869535)
SELECT meanZTest(0., 0., 0.95)(v, g), meanZTest(1., 1., 0.95)(v, g) FROM values('v Float64, g UInt8', (0,0),(0,0));
-- (nan,0,nan,nan)	(nan,0,nan,nan)
SELECT mannWhitneyUTest(v, g), mannWhitneyUTest('less')(v, g) FROM values('v Float64, g UInt8', (10,0),(10,0),(10,1));
-- (1,1)	(1,0.5)
SELECT mannWhitneyUTest(v, g) FROM values('v Float64, g UInt8', (10,0),(10,0));
-- error BAD_ARGUMENTS
SELECT round(tupleElement(studentTTestMerge(st), 2), 7), round(tupleElement(mannWhitneyUTestMerge('less')(m), 2), 7), round(tupleElement(welchTTestMerge(0.9)(w), 3), 7) FROM (SELECT k, studentTTestState(v, g) AS st, mannWhitneyUTestState('less')(v, g) AS m, welchTTestState(0.9)(v, g) AS w FROM s GROUP BY k);
-- 0.7237899	0.6441924	-1.22716
SELECT studentTTest(1.5)(v, g) FROM s;
-- error BAD_ARGUMENTS
SELECT studentTTest('a')(v, g) FROM s;
-- error BAD_GET
SELECT studentTTest(0.9, 1)(v, g) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT studentTTest(toString(v), g) FROM s;
-- error BAD_ARGUMENTS
SELECT studentTTest(v) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT meanZTest(0.7, 0.45)(v, g) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT meanZTest(1, 0.45, 0.95)(v, g) FROM s;
-- error BAD_GET
SELECT meanZTest(-1., 0.45, 0.95)(v, g) FROM s;
-- error BAD_ARGUMENTS
SELECT meanZTest(1., 0.45, 1.95)(v, g) FROM s;
-- error BAD_ARGUMENTS
SELECT mannWhitneyUTest('x')(v, g) FROM s;
-- error BAD_ARGUMENTS
SELECT mannWhitneyUTest(1)(v, g) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mannWhitneyUTest('less', 'x')(v, g) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mannWhitneyUTest(toString(v), g) FROM s;
-- error NOT_IMPLEMENTED
SELECT k, round(exponentialMovingAverage(5)(v, t), 7), round(exponentialMovingAverage(3)(n, t), 7), round(exponentialMovingAverage(2.5)(x, i), 7), exponentialMovingAverage(0)(i, t) FROM s GROUP BY k ORDER BY k;
-- 0	2.3161411	0.8429625	5.405998	2
-- 1	1.663868	1.7931775	6.2105685	16
-- 2	2.5771202	2.625552	5.2441226	13
-- 3	2.8466035	0.7047084	5.5483816	10
SELECT exponentialMovingAverage(5)(v, t), exponentialMovingAverage(5)(n, t), exponentialMovingAverageOrNull(5)(v, t), toTypeName(exponentialMovingAverage(5)(n, t)), exponentialMovingAverageIf(5)(v, t, k = 1) FROM s WHERE k > 9;
-- 0	\N	\N	Nullable(Float64)	0
SELECT round(exponentialMovingAverage(5)(v, t), 7), round(exponentialMovingAverage(-2)(v, t), 7) FROM values('v Float64, t Int32', (1, -10), (2, -3));
-- 0.2031719	-15.5979797
SELECT k, t, round(exponentialMovingAverage(5)(v, t) OVER (PARTITION BY k ORDER BY t), 7) FROM s WHERE t < 20 ORDER BY k, t;
-- 0	0	0
-- 0	4	1.1650449
-- 0	8	1.131462
-- 0	12	2.2772186
-- 0	16	2.2325575
-- 1	1	0.7582038
-- 1	5	0.4909521
-- 1	9	1.5025012
-- 1	13	1.3807581
-- 1	17	2.4758799
-- 2	2	1.5164077
-- 2	6	1.6846297
-- 2	10	1.0785223
-- 2	14	1.89545
-- 2	18	1.6619262
-- 3	3	0.4068411
-- 3	7	1.8055549
-- 3	11	1.9061795
-- 3	15	1.2612476
-- 3	19	2.0558764
SELECT round(exponentialMovingAverageMerge(5)(e), 7) FROM (SELECT exponentialMovingAverageState(5)(v, t) AS e FROM s GROUP BY k);
-- 7.8791764
SELECT exponentialMovingAverage(5)(v, d) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT exponentialMovingAverage('5')(v, t) FROM s;
-- error CANNOT_CONVERT_TYPE
SELECT exponentialMovingAverage(v, t) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT t, round(exponentialTimeDecayedSum(5)(v, t) OVER w, 7), round(exponentialTimeDecayedAvg(5)(i, t) OVER w, 7), round(exponentialTimeDecayedMax(5)(x, t) OVER w, 7), round(exponentialTimeDecayedCount(5)(t) OVER w, 7) FROM s WHERE t < 12 WINDOW w AS (ORDER BY t) ORDER BY t;
-- 0	0	0	0	1
-- 1	5.8571429	7.697676	7	1.8187308
-- 2	16.5097087	9.0244163	5.7311153	2.4890508
-- 3	16.6598634	8.6872001	8	3.0378624
-- 4	22.6399425	7.6298449	6.549846	3.4871914
-- 5	18.9645886	6.169471	9	3.8550708
-- 6	21.8126062	8.5347025	7.3685768	4.1562651
-- 7	30.0015086	9.5488831	10	4.402862
-- 8	28.1345863	9.6468507	8.1873075	4.6047585
-- 9	32.4632225	9.091962	11	4.7700574
-- 10	27.4357814	8.0539285	9.0060383	4.9053927
-- 11	29.1768037	6.6476978	12	5.0161959
SELECT t, round(exponentialTimeDecayedSum(50)(v, d) OVER w, 7), round(exponentialTimeDecayedAvg(50)(i, d) OVER w, 7), round(exponentialTimeDecayedMax(50)(x, toDateTime64(d, 3)) OVER w, 7), round(exponentialTimeDecayedCount(50)(d) OVER w, 7) FROM s WHERE t < 12 WINDOW w AS (ORDER BY t ROWS BETWEEN 2 FOLLOWING AND 4 FOLLOWING) ORDER BY t;
-- 0	11.0093064	6.0402168	2.4095537	1.3919122
-- 1	3.4244329	3.0402168	9	1.3919122
-- 2	7.2312591	12.2536311	3	1.3919122
-- 3	14.074957	12.9322408	10	1.3919122
-- 4	7.799014	11.0402168	4	1.3919122
-- 5	11.6058402	8.0402168	11	1.3919122
-- 6	4.0209667	5.0402168	5	1.3919122
-- 7	7.8277929	2.0402168	12	1.3919122
-- 8	6.9724522	1.6944256	12	1.3011942
-- 9	6.7142857	1	12	1
-- 10	0	nan	nan	0
-- 11	0	nan	nan	0
SELECT round(exponentialTimeDecayedSum(10)(v, t) OVER (), 6), exponentialTimeDecayedAvg(0)(v, t) OVER () FROM s WHERE k = 1 AND t < 12;
-- 12.347635	nan
-- 12.347635	nan
-- 12.347635	nan
SELECT exponentialTimeDecayedSum(5)(v, t) FROM s;
-- error BAD_ARGUMENTS
SELECT exponentialTimeDecayedSum(5)(n, t) OVER () FROM s;
-- error BAD_ARGUMENTS
SELECT exponentialTimeDecayedSumIf(5)(v, t, k > 1) OVER () FROM s;
-- error BAD_ARGUMENTS
SELECT exponentialTimeDecayedSum(5)(v, y) OVER () FROM s;
-- error BAD_ARGUMENTS
SELECT exponentialTimeDecayedSum(5)(toString(v), t) OVER () FROM s;
-- error BAD_ARGUMENTS
SELECT exponentialTimeDecayedSum(v, t) OVER () FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT exponentialTimeDecayedSum(5)(v) OVER () FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT exponentialTimeDecayedCount('a')(t) OVER () FROM s;
-- error CANNOT_CONVERT_TYPE
SELECT k, largestTriangleThreeBuckets(4)(t, v), lttb(3)(t, i), lttb(2)(t, i), lttb(1)(t, i), lttb(0)(t, i), length(lttb(20)(t, i)), lttb(5)(i, t % 20 * 10 + k) FROM s GROUP BY k ORDER BY k;
-- 0	[(0,0),(12,12.571428571428571),(52,1.5714285714285714),(56,10.571428571428571)]	[(0,0),(12,15),(56,2)]	[(0,0),(56,2)]	[(0,0)]	[]	15	[(0,0),(2,160),(8,0),(11,160),(16,0)]
-- 1	[(1,5.857142857142857),(17,13),(49,12.857142857142858),(57,2)]	[(1,14),(17,0),(57,16)]	[(1,14),(57,16)]	[(1,14)]	[]	15	[(0,171),(5,11),(8,171),(13,11),(16,171)]
-- 2	[(2,11.714285714285714),(10,0.8571428571428571),(34,11.571428571428571),(58,7.857142857142857)]	[(2,11),(34,0),(58,13)]	[(2,11),(58,13)]	[(2,11)]	[]	15	[(0,142),(2,22),(8,142),(14,182),(16,62)]
-- 3	[(3,3.142857142857143),(27,13.857142857142858),(47,1.1428571428571428),(59,13.714285714285714)]	[(3,8),(51,0),(59,10)]	[(3,8),(59,10)]	[(3,8)]	[]	15	[(0,113),(2,193),(7,33),(10,193),(16,33)]
SELECT lttb(4)(toUnixTimestamp(d), n), lttb(4)(t, v), toTypeName(lttb(4)(d, y)), toTypeName(lttb(4)(toDateTime64(d, 3), toFloat32(v))) FROM s WHERE k > 9;
-- []	[]	Array(Tuple(DateTime, Date))	Array(Tuple(DateTime64(3), Float64))
SELECT toTypeName(lttb(4)(n, v)), lttb(4)(n, v), arrayMap(p -> (toUnixTimestamp(p.1), p.2), lttb(4)(d, v)), lttbIf(3)(t, v, k = 1) FROM s WHERE k < 2;
-- Array(Tuple(Float64, Float64))	[(0,12.428571428571429),(1,0.2857142857142857),(4,12.857142857142858),(10,11.142857142857142)]	[(0,0),(720,12.571428571428571),(2940,12.857142857142858),(3420,2)]	[(1,5.857142857142857),(49,12.857142857142858),(57,2)]
SELECT lttb(4)(x, y) FROM (SELECT number AS x, if(number = 3, nan, number * number % 7) AS y FROM numbers(10));
-- [(0,0),(2,4),(7,0),(9,4)]
SELECT lttbMerge(4)(l) FROM (SELECT k, lttbState(4)(t, v) AS l FROM s GROUP BY k);
-- [(0,0),(2,11.714285714285714),(37,0.2857142857142857),(59,13.714285714285714)]
SELECT lttb(t, v) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT lttb(1.5)(t, v) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT lttb(4)(toString(t), v) FROM s;
-- error NOT_IMPLEMENTED
SELECT lttb(4)(t, toString(v)) FROM s;
-- error NOT_IMPLEMENTED
SELECT k, sparkbar(9)(t, i), sparkbar(5)(y, v), sparkbar(20)(t, toUInt8(i * 7)), sparkbar(4)(d, n), sparkbar(6, 10, 40)(t, i) FROM s GROUP BY k ORDER BY k;
-- 0	▃█▂▆▁▅▆▆▅	▇▇▄▅█	 ▃▅ ▇▂ ▄▆▁ ▃▅ █▂▄ ▇▁	▃▆█▂	█▃▇▁▃▇
-- 1	▄▅ ▄█▃▄▃▇	█▆▄▅▆	▇▁▄ ▆  ▃▅▇ ▂▄ ▆▁▃ ▅█	▄█▂▅	▆ ▄█▂▄
-- 2	▇▄█▃▇▃▇▂▆	▇█▆▅▆	▅█▂ ▄▇ ▁▄▆  ▃ ▅▇▂ ▄▆	▇▆▄█	▄█▂▅ ▃
-- 3	▇▂█▇▆▆▆ ▅	▅▆▄▃█	▄▆▁ ▃▅ █▂▄ ▇▁ ▄▆  ▃▅	█▃▆▅	▂▅█▂▅▁
SELECT sparkbar(9)(y, v), sparkbar(9, toDate('1970-01-10'), toDate('1970-02-10'))(y, i), sparkbar(9)(t, n), toTypeName(sparkbar(9)(t, n)), sparkbarIf(5)(t, i, k = 1), sparkbarOrNull(5)(t, i) FROM s;
-- ▇▇▇▆▄▆▅▆█	▅▄█▇█▇▆▆▅	▆▅▆▅█▅▅▅▆	Nullable(String)	▅▆▆▅█	▇█▇▇▇
SELECT sparkbar(9)(y, v), sparkbar(9)(t, n), sparkbarOrNull(5)(t, i) FROM s WHERE k > 9;
-- ''	\N	\N
SELECT sparkbar(4)(d, c), sparkbar(20)(d, c), sparkbar(3, 2, 5)(d, c) FROM values('d UInt32, c Float64', (1, 2.5), (1, 3.5), (5, 1), (7, nan), (9, -3), (12, 4));
-- █▂ ▅	█     ▂           ▅ 	  █
SELECT sparkbar(4)(d, c) FROM values('d UInt32, c UInt8', (1, 200), (1, 100), (2, 250), (3, 9), (8, 3));
-- █▁ ▁
SELECT sparkbar(4)(d, c) FROM values('d UInt32, c Int32', (1, -200), (2, 0));
-- ''
SELECT sparkbar(4)(d, c) FROM values('d UInt64, c UInt64', (1, 18446744073709551615), (2, 4611686018427387904), (18446744073709551615, 9));
-- █  ▁
SELECT sparkbarMerge(9)(b) FROM (SELECT sparkbarState(9)(t, i) AS b FROM s GROUP BY k);
-- █▇▇▇▆▇███
SELECT sparkbar(1)(t, i) FROM s;
-- error BAD_ARGUMENTS
SELECT sparkbar(3, 1)(t, i) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT sparkbar(3, 5, 1)(t, i) FROM s;
-- error BAD_ARGUMENTS
SELECT sparkbar(3, -1, 4)(t, i) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sparkbar('a')(t, i) FROM s;
-- error BAD_GET
SELECT sparkbar(t, i) FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT sparkbar(4)(i, i) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sparkbar(4)(t, toString(i)) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sparkbar(4)(t, x) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sparkbar(4, toDate('1970-02-10'), toDate('1970-01-10'))(y, i) FROM s;
-- error BAD_ARGUMENTS
SELECT sparkbar(4, 3, 9)(y, i) FROM s;
-- ▃█▁▂
SELECT sparkbar(4, toDate('1970-02-10'), toDate('1970-02-11'))(y, i) FROM s WHERE k > 9;
-- ''
