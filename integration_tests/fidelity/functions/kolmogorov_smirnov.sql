-- kolmogorovSmirnovTest: alternatives and methods, groups, conditions, NULL, NaN, no rows, states.

CREATE TABLE s (k UInt32, v Float64, i Int32, g UInt8, n Nullable(Float64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO s SELECT number % 3, (number * 7919 % 101) / 7, number * 31 % 17 + number % 2, number % 2, if(number % 5 = 0, NULL, number * 3 % 11) FROM numbers(60);
SELECT k, arrayMap(x -> round(x, 7), [a.1, a.2, b.1, b.2, c.1, c.2, d.1, d.2, e.1, e.2, f.1, f.2]) FROM (SELECT k, kolmogorovSmirnovTest(v, g) AS a, kolmogorovSmirnovTest('less')(i, g) AS b, kolmogorovSmirnovTest('greater', 'exact')(i, g) AS c, kolmogorovSmirnovTest('two-sided', 'asymp')(v, g) AS d, kolmogorovSmirnovTest('less', 'asymptotic')(i, g) AS e, kolmogorovSmirnovTest('greater', 'asymp')(v, g) AS f FROM s GROUP BY k) ORDER BY k;
-- 0	[0.2,0.9944576,0.6,0.0262238,0.1,0.9090909,0.2,0.9882611,0.6,0.0149956,0.2,0.5488116]
-- 1	[0.2,0.9944576,0.1,0.9090909,0.6,0.0262238,0.2,0.9882611,0.1,0.8187308,0.1,0.8187308]
-- 2	[0.2,0.9944576,0.1,0.9090909,0.6,0.0262238,0.2,0.9882611,0.1,0.8187308,0.1,0.8187308]
SELECT arrayMap(x -> round(x, 7), [a.1, a.2, b.1, b.2, c.1, c.2, d.1, d.2]) FROM (SELECT kolmogorovSmirnovTest(v, v > 5) AS a, kolmogorovSmirnovTest('two-sided', 'asymp')(v, v > 5) AS b, kolmogorovSmirnovTest('two-sided', 'asymp')(i, k = 1) AS c, kolmogorovSmirnovTest(i, k = 1) AS d FROM s);
-- [1,0,1,0,0.1,0.999342,0.1,0.9992064]
SELECT arrayMap(x -> round(x, 7), [a.1, a.2, b.1, b.2, c.1, c.2]) FROM (SELECT kolmogorovSmirnovTest(v, g) AS a, kolmogorovSmirnovTest('less')(v, g) AS b, kolmogorovSmirnovTest('greater')(v, g) AS c FROM values('v Float64, g UInt8', (10, 0), (11, 0), (12, 0), (1, 1), (2, 1), (11, 1), (12, 1), (nan, 1)));
-- [0.5,0.6571429,0.5,0.3428571,0,1]
SELECT kolmogorovSmirnovTestOrNull(v, g), kolmogorovSmirnovTest(n, g) FROM s WHERE k > 9;
-- \N	\N
SELECT round(tupleElement(kolmogorovSmirnovTest(n, g), 2), 7), round(tupleElement(kolmogorovSmirnovTestIf(v, g, k = 1), 1), 7), toTypeName(kolmogorovSmirnovTest(v, g)), toTypeName(kolmogorovSmirnovTest(n, g)) FROM s;
-- 0.9999995	0.2	Tuple(\n    d_statistic Float64,\n    p_value Float64)	Nullable(Tuple(d_statistic Float64, p_value Float64))
SELECT round(tupleElement(kolmogorovSmirnovTestMerge('less')(st), 2), 7) FROM (SELECT k, kolmogorovSmirnovTestState('less')(v, g) AS st FROM s GROUP BY k);
-- 0.7441349
SELECT kolmogorovSmirnovTest(v, g) FROM s WHERE g = 0;
-- error BAD_ARGUMENTS
SELECT kolmogorovSmirnovTest('no')(v, g) FROM s;
-- error BAD_ARGUMENTS
SELECT kolmogorovSmirnovTest(1)(v, g) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT kolmogorovSmirnovTest('less', 'no')(v, g) FROM s;
-- error BAD_ARGUMENTS
SELECT kolmogorovSmirnovTest('less', 1)(v, g) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT kolmogorovSmirnovTest(toString(v), g) FROM s;
-- error NOT_IMPLEMENTED
