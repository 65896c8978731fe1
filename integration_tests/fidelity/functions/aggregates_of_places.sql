-- Aggregate functions of intervals, of places in an array, of keys, and of increases.

CREATE TABLE t (k UInt8, u UInt32, v UInt32, d Date, e Date, f Float64, n Nullable(Int32), m Int32, w UInt32, s String) ENGINE = MergeTree ORDER BY w;
INSERT INTO t SELECT number % 3, (number * 5) % 33, (number * 5) % 33 + number % 4, toDate(number * 3 % 50), toDate(number * 3 % 50 + 2), number / 4, if(number % 4 = 0, NULL, number % 9), number % 9 + 2, number, toString(number) FROM numbers(20);
SELECT k, intervalLengthSum(u, v), intervalLengthSum(d, e), intervalLengthSum(f, f + 1), intervalLengthSum(n, m), maxIntersections(u, v), maxIntersectionsPosition(u, v), maxIntersectionsPosition(n, m) FROM t GROUP BY k ORDER BY k;
-- 0	11	14	5.5	6	1	9	0
-- 1	10	14	5.5	6	1	2	1
-- 2	9	12	4.75	6	1	4	2
SELECT intervalLengthSum(x, y), maxIntersectionsPosition(x, y) FROM values('x Int64, y Int64', (-5, -1), (2, 3), (2, 9), (4, 11), (20, 20), (30, 25));
-- 18	2
SELECT intervalLengthSum(u, v), maxIntersectionsPosition(u, v), intervalLengthSum(n, m), maxIntersectionsPosition(n, m), intervalLengthSumIf(u, v, k = 1), toTypeName(intervalLengthSum(f, f)), toTypeName(maxIntersectionsPosition(n, m)) FROM t WHERE k > 9;
-- 0	0	0	\N	0	Float64	Nullable(Int32)
SELECT intervalLengthSumMerge(a), maxIntersectionsPositionMerge(b) FROM (SELECT k, intervalLengthSumState(u, v) AS a, maxIntersectionsPositionState(u, v) AS b FROM t GROUP BY k);
-- 21	4
SELECT groupArrayInsertAt(s, k), groupArrayInsertAt('-', 5)(s, k), groupArrayInsertAt(77)(u, w), groupArrayInsertAt(n, w), groupArrayInsertAtIf(s, w, w > 2), toTypeName(groupArrayInsertAt(n, w)) FROM (SELECT * FROM t WHERE w < 5 AND w <> 1 ORDER BY w);
-- ['0','4','2']	['0','4','2','-','-']	[0,77,10,15,20]	[0,0,2,3]	['','','','3','4']	Array(Int32)
SELECT groupArrayInsertAt(s, w) FROM t WHERE k > 9;
-- []
SELECT length(groupArraySample(3)(u)), length(arrayIntersect(groupArraySample(3)(u), groupArray(u))), arraySort(groupArraySample(30, 7)(n)), toTypeName(groupArraySample(3)(n)) FROM t;
-- 3	3	[0,0,1,1,1,2,2,3,4,5,5,6,6,7,8]	Array(Int32)
SELECT anyHeavy(if(w < 12, 7, u)), anyHeavy(if(w < 15, NULL, s)), anyHeavyIf(u, k > 9), toTypeName(anyHeavy(n)) FROM t;
-- 7	19	0	Nullable(Int32)
SELECT deltaSumTimestamp(u, w), deltaSumTimestamp(n, d), deltaSumTimestamp(toInt64(u), toDateTime(w)), toTypeName(deltaSumTimestamp(n, w)), deltaSumTimestampIf(u, w, w > 99) FROM (SELECT * FROM t WHERE w < 16 ORDER BY w);
-- 65	12	65	Int32	0
SELECT deltaSumTimestampMerge(a) FROM (SELECT intDiv(w, 5) AS p, deltaSumTimestampState(u, w) AS a FROM t GROUP BY p ORDER BY p);
-- 85
SELECT sumMappedArrays([k], [u]), minMappedArrays([k], [u]), maxMappedArrays(([k], [u])), sumMapFiltered([1, 2])([k], [u]), sumMapFiltered([1, 2])([k], [n]), toTypeName(sumMapFiltered([1, 2])([k], [n])), sumMapFilteredWithOverflow([1])([k], [toUInt8(u * 9)], [f]), sumMapFilteredIf([1])([k], [u], u > 500) FROM t;
-- ([0,1,2],[117,119,87])	([0,1,2],[0,2,4])	([0,1,2],[30,32,25])	([1,2],[119,87])	([1,2],[14,22])	Tuple(Array(UInt8), Array(Int64))	([1],[47],[17.5])	([],[])
SELECT sumMapFiltered([1, 4])(([1, 4], [1, 0])), sumMapFiltered(['a'])(['a', 'b'], [1, 2]);
-- ([1],[1])	(['a'],[1])
SELECT sumCountOrNull(u), toTypeName(sumCountOrNull(u)), toTypeName(argMaxOrNull((u, s), w)), argMaxOrNull((u, s), w).2 FROM t;
-- (323,20)	Nullable(Tuple(UInt64, UInt64))	Nullable(Tuple(UInt32, String))	19
SELECT groupArrayMovingSum(x), groupArrayMovingSum(2)(x), groupArrayMovingAvg(2)(x), groupArrayMovingSum(2)(toFloat32(x)) FROM (SELECT number / 30 AS x FROM numbers(9));
-- [0,0.03333333333333333,0.1,0.2,0.33333333333333337,0.5,0.7,0.9333333333333333,1.2]	[0,0.03333333333333333,0.1,0.16666666666666669,0.23333333333333336,0.3,0.3666666666666666,0.43333333333333335,0.5]	[0,0.016666666666666666,0.05,0.08333333333333334,0.11666666666666668,0.15,0.1833333333333333,0.21666666666666667,0.25]	[0,0.03333333507180214,0.10000000521540642,0.1666666716337204,0.23333334177732468,0.30000001192092896,0.36666667461395264,0.4333333373069763,0.5000000149011612]
SELECT intervalLengthSum(u, m) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT intervalLengthSum(s, s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT maxIntersectionsPosition(d, e) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT groupArrayInsertAt(s, m) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT groupArrayInsertAt('x')(u, w) FROM t;
-- error TYPE_MISMATCH
SELECT sumMapFiltered(1)([1], [2]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sumMapFiltered([1])(map(1, 2));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT deltaSumTimestamp(u, s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
