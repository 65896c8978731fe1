-- Regressions, matrices, ranks and categories: groups, conditions, NULL, no rows, states, windows.

CREATE TABLE t (k UInt8, i Int32, u UInt32, f Float64, n Nullable(Int32), s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number % 3, (number * 7) % 11 - 3, (number * 5) % 13, number / 3, if(number % 4 = 0, NULL, number), toString(number % 6) FROM numbers(20);
SELECT k, round(regr_slope(i, u), 9), round(regr_intercept(i, u), 9), round(regr_r2(i, u), 9), regr_count(i, u), round(regr_avgx(i, u), 9), round(regr_avgy(i, u), 9), round(regr_sxx(i, u), 9), round(regr_sxy(i, u), 9), round(regr_syy(i, u), 9) FROM t GROUP BY k ORDER BY k;
-- 0	0.089285714	2.892857143	0.013586957	7	6	3.428571429	112	10	65.714285714
-- 1	0.24522293	-0.331210191	0.192675159	7	5.428571429	1	89.714285714	22	28
-- 2	0.110687023	0.465648855	0.011779536	6	6.333333333	1.166666667	87.333333333	9.666666667	90.833333333
SELECT round(REGR_SLOPE(n, u), 9), regr_count(n, u), round(regr_slopeIf(i, u, k = 1), 9), regr_slopeOrNullIf(i, u, k = 9), regr_countIf(i, u, k = 9), regr_slopeOrDefaultIf(i, u, k = 9), regr_r2(i, 1), regr_r2(1, i), toTypeName(regr_slope(n, u)), toTypeName(regr_count(n, u)) FROM t;
-- 0.029508197	15	0.24522293	\N	0	0	nan	1	Nullable(Float64)	UInt64
SELECT regr_slope(i, u), regr_count(i, u), regr_r2(n, u), rankCorr(i, u), gini(u), cramersV(k, s), theilsU(k, s), contingency(k, s), covarPopMatrix(i, u), categoricalInformationValue(k = 1, u > 5) FROM t WHERE k > 9;
-- nan	0	\N	nan	nan	nan	nan	nan	[[nan,nan],[nan,nan]]	[nan]
SELECT round(regr_slopeMerge(a), 9), regr_countMerge(b), round(rankCorrMerge(c), 9) FROM (SELECT k, regr_slopeState(i, u) AS a, regr_countState(n, u) AS b, rankCorrState(i, u) AS c FROM t GROUP BY k);
-- 0.15010281	15	0.211278195
SELECT i, round(regr_slope(i, u) OVER (ORDER BY f ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), 9) FROM t WHERE f < 3 ORDER BY f;
-- -3	nan
-- 4	1.4
-- 0	0.3
-- 7	-0.867346939
-- 3	-0.867346939
-- -1	-0.8
-- 6	-0.867346939
-- 2	-0.867346939
-- -2	0.367346939
SELECT k, round(rankCorr(i, u), 9), round(rankCorr(n, u), 9), rankCorr(f, f), round(gini(u), 9), round(gini(n), 9) FROM t GROUP BY k ORDER BY k;
-- 0	-0.25	1	1	0.380952381	0.305882353
-- 1	0.5	-0.5	1	0.37593985	0.336
-- 2	0.371428571	-0.5	1	0.342105263	0.318367347
SELECT rankCorr(x, x), gini(x) FROM values('x Int64', 1);
-- nan	nan
SELECT gini(x) FROM values('x Int64', 1, -2);
-- error BAD_ARGUMENTS
SELECT arrayMap(r -> arrayMap(x -> round(x, 9), r), covarPopMatrix(i, u, f)), arrayMap(r -> arrayMap(x -> round(x, 9), r), covarSampMatrix(n, u)), arrayMap(r -> arrayMap(x -> round(x, 9), r), corrMatrix(i, u)), toTypeName(corrMatrix(n, u)) FROM t;
-- [[10.49,2.19,0.033333333],[2.19,14.59,0.816666667],[0.033333333,0.816666667,3.694444444]]	[[35,0.428571429],[0.428571429,14.523809524]]	[[1,0.177022604],[0.177022604,1]]	Array(Array(Float64))
SELECT round(cramersV(k, s), 9), round(cramersVBiasCorrected(k, s), 9), round(theilsU(k, s), 9), round(theilsU(s, k), 9), round(contingency(k, s), 9), round(cramersV(k, n), 9), round(theilsU(n, k), 9), round(cramersVIf(u, s, k = 1), 9) FROM t;
-- 1	0.907485213	1	0.615060788	0.816496581	1	0.405683871	1
SELECT cramersV(k, 1), cramersVBiasCorrected(k, 1), theilsU(1, s), contingency(k, 1) FROM t;
-- nan	nan	0	0
SELECT arrayMap(x -> round(x, 9), categoricalInformationValue(k = 1, u > 5, i > 0)), toString(categoricalInformationValue(i > 0, i > 0)[1]), toString(categoricalInformationValue(i > 100, i > 0)[1]), arrayMap(x -> round(x, 9), categoricalInformationValueIf(u > 5, f > 2, k < 2)) FROM t;
-- [0.004907626,0.408678855]	inf	nan	[0.561853975]
SELECT regr_slope(toDecimal32(1, 2), 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT regr_slope(s, u) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT regr_slope(u) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT categoricalInformationValue(i, u > 5) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
