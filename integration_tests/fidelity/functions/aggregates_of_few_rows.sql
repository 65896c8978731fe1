-- Moving averages are cut to their scale, intervals have the precision of their ends, and the stable
-- forms of samples are infinite of one row. VALUES takes states.

CREATE TABLE d (i Int32, dec Decimal32(2), f Float32, e Float32, m Tuple(Array(Int8), Array(Int8))) ENGINE = MergeTree ORDER BY i;

INSERT INTO d VALUES (1, 1.1, 1.1, 3.2, ([1, 2], [100, 100])), (2, 2.2, 2.2, 3.3, ([1, 2], [100, 1])), (4, 4.4, 4.4, 5.7, ([1, 3], [1, 1])), (7, -7.77, 6.1, 9.9, ([3], [5]));

SELECT groupArrayMovingAvg(dec), groupArrayMovingAvg(2)(dec), groupArrayMovingAvg(i), groupArrayMovingAvg(3)(i) FROM d;
-- [0.27,0.82,1.92,-0.01]	[0.55,1.65,3.3,-1.68]	[0.25,0.75,1.75,3.5]	[0.3333333333333333,1,2.3333333333333335,4.333333333333333]

SELECT intervalLengthSum(f, e), intervalLengthSum(e, f), toTypeName(intervalLengthSum(f, e)) FROM d;
-- 7.299999237060547	7.299999237060547	Float64

SELECT intervalLengthSum(i, i + 2), intervalLengthSum(toDate(i), toDate(i + 5)), intervalLengthSum(f::Float64, e::Float64), intervalLengthSumIf(f, e, 0) FROM d;
-- error ILLEGAL_TYPE_OF_ARGUMENT

SELECT sumMapWithOverflow(m), toTypeName(sumMapWithOverflow(m)), sumMap(m), sumMapWithOverflow(m.1, m.2) FROM d;
-- ([1,2,3],[-55,101,6])	Tuple(Array(Int8), Array(Int8))	([1,2,3],[201,101,6])	([1,2,3],[-55,101,6])

SELECT stddevPopStable(i), covarSampStable(i, f), varSampStable(i), corrStable(i, f), stddevSamp(i), varSamp(i), covarSamp(i, f), corr(i, f) FROM d WHERE i = 1;
-- 0	inf	inf	inf	nan	nan	nan	nan

SELECT stddevPopStable(i), covarSampStable(i, f), varSampStable(i), corrStable(i, f), covarPopStable(i, f), varPop(i) FROM d WHERE i > 100;
-- inf	inf	inf	inf	inf	nan

SELECT stddevPopStableOrNull(i), covarSampStableIf(i, f, i > 100), varSampStableOrDefault(i) FROM d WHERE i > 100;
-- \N	inf	0

SELECT i % 4, stddevSampStable(f), covarSampStableIf(f, e, i > 4) FROM d GROUP BY i % 4 ORDER BY 1;
-- 0	inf	inf
-- 1	inf	inf
-- 2	inf	inf
-- 3	inf	inf

SELECT i, varSampStable(f) OVER (ORDER BY i) > 1, arrayReduce('stddevSampStable', [i]) FROM d ORDER BY i;
-- 1	1	inf
-- 2	0	inf
-- 4	1	inf
-- 7	1	inf

CREATE TABLE sm (k Int64, v AggregateFunction(varSampStable, Float64), c AggregateFunction(corrStable, Float64, Float64), w AggregateFunction(varSamp, Float64)) ENGINE = AggregatingMergeTree ORDER BY k;

INSERT INTO sm SELECT i % 4, varSampStableState(f::Float64), corrStableState(f::Float64, e::Float64), varSampState(f::Float64) FROM d GROUP BY i % 4;

SELECT k, finalizeAggregation(v), finalizeAggregation(c), finalizeAggregation(w) FROM sm ORDER BY k;
-- 0	inf	inf	nan
-- 1	inf	inf	nan
-- 2	inf	inf	nan
-- 3	inf	inf	nan

CREATE TABLE bm (tag String, z AggregateFunction(groupBitmap, UInt32)) ENGINE = MergeTree ORDER BY tag;

INSERT INTO bm VALUES ('a', bitmapBuild(cast([1, 2, 3, 4, 5] AS Array(UInt32))));

INSERT INTO bm VALUES ('b', DEFAULT);

INSERT INTO bm VALUES ('c', NULL);

INSERT INTO bm VALUES ('d', initializeAggregation('groupBitmapState', 5::UInt32)), ('e', (SELECT groupBitmapState(toUInt32(i)) FROM d));

INSERT INTO bm VALUES ('f', 5);
-- error TYPE_MISMATCH

INSERT INTO bm VALUES ('f', bitmapBuild([1, 2, 3]));
-- error TYPE_MISMATCH

SELECT tag, bitmapToArray(z) FROM bm ORDER BY tag;
-- a	[1,2,3,4,5]
-- b	[]
-- c	[]
-- d	[5]
-- e	[1,2,4,7]

SELECT groupBitmapOr(z), groupBitmapOrIf(z, tag < 'e') FROM bm;
-- 6	5
