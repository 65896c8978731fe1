-- Columns of states of parametric functions and such as keep sums, maps or all values.

CREATE TABLE t (k UInt8, q AggregateFunction(quantile(0.90), UInt64), qs AggregateFunction(quantiles(0.5, 0.9), UInt64), e AggregateFunction(quantileExactIf, Int32, UInt8), v AggregateFunction(varSamp, Float64), c AggregateFunction(corr, Float64, Float64), m AggregateFunction(sumMap, Map(String, UInt64)), x AggregateFunction(maxMap, Map(String, UInt64)), u AggregateFunction(uniqUpTo(3), String), g AggregateFunction(groupArraySorted(2), Int8), y AggregateFunction(sumCount, Nullable(Int64)), o AggregateFunction(avgOrNull, Int64), p AggregateFunction(entropy, String)) ENGINE = AggregatingMergeTree ORDER BY k;
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 't' ORDER BY position;
-- k	UInt8
-- q	AggregateFunction(quantile(0.9), UInt64)
-- qs	AggregateFunction(quantiles(0.5, 0.9), UInt64)
-- e	AggregateFunction(quantileExactIf, Int32, UInt8)
-- v	AggregateFunction(varSamp, Float64)
-- c	AggregateFunction(corr, Float64, Float64)
-- m	AggregateFunction(sumMap, Map(String, UInt64))
-- x	AggregateFunction(maxMap, Map(String, UInt64))
-- u	AggregateFunction(uniqUpTo(3), String)
-- g	AggregateFunction(groupArraySorted(2), Int8)
-- y	AggregateFunction(sumCount, Nullable(Int64))
-- o	AggregateFunction(avgOrNull, Int64)
-- p	AggregateFunction(entropy, String)
INSERT INTO t SELECT 1, quantileState(0.9)(number), quantilesState(0.5, 0.9)(number), quantileExactIfState(toInt32(number), number > 2), varSampState(toFloat64(number)), corrState(toFloat64(number), toFloat64(number * number)), sumMapState(map('a', number)), maxMapState(map('a', number)), uniqUpToState(3)(toString(number)), groupArraySortedState(2)(toInt8(number)), sumCountState(toNullable(toInt64(number))), avgOrNullState(toInt64(number)), entropyState(toString(number)) FROM numbers(5);
INSERT INTO t SELECT 1, quantileState(0.5)(number), quantilesState(0.9)(number), quantileExactIfState(toInt32(number), number > 2), varSampState(toFloat64(number)), corrState(toFloat64(number), toFloat64(number * number)), sumMapState(map('a', number, 'b', 0)), maxMapState(map('a', number, 'b', 2)), uniqUpToState(3)(toString(number)), groupArraySortedState(2)(toInt8(number - 20)), sumCountState(toNullable(toInt64(number))), avgOrNullState(toInt64(number)), entropyState(toString(number)) FROM numbers(3, 8);
INSERT INTO t (k) VALUES (2);
INSERT INTO t SELECT 1, quantileState(number), quantilesState(0.5, 0.9)(number), quantileExactState(toInt32(number)), varSampState(toFloat64(number)), corrState(toFloat64(number), toFloat64(number * number)), sumMapState(map('a', number)), maxMapState(map('a', number)), uniqUpToState(2)(toString(number)), groupArraySortedState(2)(toInt8(number)), sumCountState(toNullable(toInt64(number))), avgOrNullState(toInt64(number)), entropyState(toString(number)) FROM numbers(5);
-- error CANNOT_CONVERT_TYPE
SELECT k, quantileMerge(0.9)(q), quantilesMerge(0.5, 0.9)(qs), quantileExactIfMerge(e), round(varSampMerge(v), 9), round(corrMerge(c), 9), sumMapMerge(m), maxMapMerge(x), uniqUpToMerge(3)(u), groupArraySortedMerge(2)(g), sumCountMerge(y), avgOrNullMerge(o), round(entropyMerge(p), 9) FROM t GROUP BY k ORDER BY k;
-- 1	8.8	[4,8.8]	6	9.525641026	0.961787198	{'a':62,'b':0}	{'a':10,'b':2}	4	[-17,-16]	(62,13)	4.769230769230769	3.39274741
-- 2	nan	[nan,nan]	0	nan	nan	{}	{}	0	[]	(0,0)	\N	0
SELECT k, finalizeAggregation(q), finalizeAggregation(qs), finalizeAggregation(e), round(finalizeAggregation(v), 9), round(finalizeAggregation(c), 9), finalizeAggregation(m), finalizeAggregation(x), finalizeAggregation(u), finalizeAggregation(g), finalizeAggregation(y), finalizeAggregation(o), round(finalizeAggregation(p), 9) FROM t FINAL ORDER BY k;
-- 1	8.8	[4,8.8]	6	9.525641026	0.961787198	{'a':62,'b':0}	{'a':10,'b':2}	4	[-17,-16]	(62,13)	4.769230769230769	3.39274741
-- 2	nan	[nan,nan]	0	nan	nan	{}	{}	0	[]	(0,0)	\N	0
OPTIMIZE TABLE t FINAL;
SELECT k, finalizeAggregation(q), finalizeAggregation(qs), finalizeAggregation(e), round(finalizeAggregation(v), 9), round(finalizeAggregation(c), 9), finalizeAggregation(m), finalizeAggregation(x), finalizeAggregation(u), finalizeAggregation(g), finalizeAggregation(y), finalizeAggregation(o), round(finalizeAggregation(p), 9) FROM t ORDER BY k;
-- 1	8.8	[4,8.8]	6	9.525641026	0.961787198	{'a':62,'b':0}	{'a':10,'b':2}	4	[-17,-16]	(62,13)	4.769230769230769	3.39274741
-- 2	nan	[nan,nan]	0	nan	nan	{}	{}	0	[]	(0,0)	\N	0
SELECT quantileMerge(0.5)(q), quantileMerge(q), quantilesMerge(0.1, 0.2)(q) FROM t;
-- 4	4	[1.2000000000000002,2.4000000000000004]
SELECT quantilesMerge(qs) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT quantileExactMerge(q) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT uniqUpToMerge(4)(u) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sumMerge(q) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
INSERT INTO t (k, u) SELECT 3, uniqUpToState(4)('x');
-- error CANNOT_CONVERT_TYPE
CREATE TABLE bad (k UInt8, s AggregateFunction(nosuch(1), UInt64)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error UNKNOWN_AGGREGATE_FUNCTION
CREATE TABLE bad (k UInt8, s AggregateFunction(varPop, String)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error ILLEGAL_TYPE_OF_ARGUMENT
ALTER TABLE t ADD INDEX i q TYPE minmax;
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX i q TYPE bloom_filter;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX i q TYPE set(10);
CREATE TABLE bad (k UInt8, s AggregateFunction(sum, UInt64), INDEX i s TYPE minmax) ENGINE = AggregatingMergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE bad (k UInt8, s AggregateFunction(sum, UInt64), INDEX i (k, s) TYPE minmax) ENGINE = AggregatingMergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE good (k UInt8, s AggregateFunction(sum, UInt64), INDEX i finalizeAggregation(s) TYPE minmax) ENGINE = AggregatingMergeTree ORDER BY k;
