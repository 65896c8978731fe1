-- Aggregate functions of days, times, Bools, maps and tuples, and how they write values as texts.

CREATE TABLE t (k Int32, d Date, nd Nullable(Date), u UInt64, f Float64, b Bool, m Map(String, Int32), dt DateTime('UTC'), ndt Nullable(DateTime('UTC')), tp Tuple(Int32, String), dec Decimal(9, 2), ni Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-01', NULL, 4, 1.5, true, {'a':1}, '2024-01-01 00:00:00', NULL, (1, 'x'), 1.5, 1), (2, '2020-01-01', '2020-02-02', 0, nan, false, {}, '1970-01-01 00:00:03', '1970-01-01 00:00:05', (-5, 'é'), 2.25, NULL), (3, '1970-01-05', '1970-01-05', 18446744073709551615, -3, true, {'a':1}, '2024-01-01 00:00:00', '2024-01-01 00:00:00', (1, 'x'), 2.25, 5);
SELECT quantileExactExclusive(d), quantileExactInclusive(nd), toString(quantilesExactExclusive(0.1, 0.9)(d)), medianTiming(nd), quantile(d), quantileExact(d), quantile(dec), quantiles(0.1, 0.9)(dec) FROM t;
-- 18262	9149	[4,19723]	18294	2020-01-01	2020-01-01	2.25	[1.65,2.25]
SELECT quantileTiming(u), quantileTiming(f), medianTiming(dt), quantileExactInclusive(dt) FROM t;
-- 4	1	30000	1704067200
SELECT entropy(d, u), entropy(m), entropy(tp, ni), entropyIf(b, k, k > 1) FROM t;
-- 1.584962500721156	0.9182958340544896	1	1
SELECT quantilesExact(0.3, 0.6)(b), quantileExact(b), toString(sumCountDistinct(dec)), toString(sumCount(k)) FROM t;
-- [false,true]	true	(3.75,2)	(6,3)
SELECT groupConcat(tp), groupConcat(',')(m), groupConcat(';', 2)(dt), groupConcat(b), groupConcat(f), groupConcatIf(',')(ni, k > 1), groupConcat(',')(nd) FROM t;
-- (1,'x')(-5,'é')(1,'x')	{'a':1},{},{'a':1}	2024-01-01 00:00:00;1970-01-01 00:00:03	truefalsetrue	1.5nan-3	5	2020-02-02,1970-01-05
SELECT groupConcat(DISTINCT tp), groupConcatDistinct(',')(dec), finalizeAggregation(groupConcatState(k)) FROM t;
-- (1,'x')(-5,'é')	1.5,2.25	123
SELECT toString(toFloat64(4611686018427387904)), toString([toFloat64(4611686018427387904), 2e-3, 1e22]), toString(toFloat32(3.4e38)), toString(toFloat32(0.1)), toString([toFloat32(0.1), toFloat32(16777216), toFloat32(1e10)]), toString(map('a', 4611686018427387904.)), toJSONString([2.5, 4611686018427387904.]);
-- 4611686018427388000	[4611686018427388000,0.002,1e22]	3.4e38	0.1	[0.1,16777216,10000000000]	{'a':4611686018427388000}	[2.5,4611686018427388000]
