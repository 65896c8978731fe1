-- Bitmaps are states of groupBitmap: made of arrays and of rows, put together, read.

SELECT bitmapToArray(bitmapBuild([7, 3, 3, 1])), toTypeName(bitmapBuild([7, 300])), bitmapToArray(bitmapBuild(arrayMap(x -> toInt16(x - 20), range(40))));
-- [7,3,1]	AggregateFunction(groupBitmap, UInt16)	[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,-20,-19,-18,-17,-16,-15,-14,-13,-12,-11,-10,-9,-8,-7,-6,-5,-4,-3,-2,-1]
SELECT bitmapCardinality(bitmapBuild([1, 2, 2])), toTypeName(bitmapCardinality(bitmapBuild([1]))), bitmapMin(bitmapBuild([5, 2])), bitmapMax(bitmapBuild([5, 2])), bitmapMin(bitmapBuild(emptyArrayUInt8())), bitmapMin(bitmapBuild(emptyArrayInt64())), bitmapMax(bitmapBuild(emptyArrayInt64()));
-- 2	UInt64	2	5	4294967295	18446744073709551615	0
SELECT bitmapMin(bitmapBuild([-5, 2]::Array(Int8))), bitmapMax(bitmapBuild([-5, 2]::Array(Int8))), bitmapMax(bitmapBuild([-5, 2]::Array(Int64)));
-- 2	251	18446744073709551611
SELECT bitmapToArray(bitmapAnd(bitmapBuild([7, 3, 1, 2, 8]), bitmapBuild([8, 7, 2]))), bitmapToArray(bitmapOr(bitmapBuild([3, 1]), bitmapBuild([9, 1]))), bitmapToArray(bitmapXor(bitmapBuild([7, 3]), bitmapBuild([2, 3]))), bitmapToArray(bitmapAndnot(bitmapBuild([7, 3, 1]), bitmapBuild([3])));
-- [7,2,8]	[3,1,9]	[2,7]	[7,1]
SELECT bitmapAndCardinality(a, b), bitmapOrCardinality(a, b), bitmapXorCardinality(a, b), bitmapAndnotCardinality(a, b), bitmapHasAny(a, b) + 0, bitmapHasAll(a, b) + 0, bitmapHasAll(a, bitmapBuild([3])) + 0 FROM (SELECT bitmapBuild([1, 2, 3]) AS a, bitmapBuild([3, 4]) AS b);
-- 1	4	3	2	1	0	1
SELECT number, bitmapContains(bitmapBuild([1, 2]), number) + 0 FROM numbers(4) ORDER BY number;
-- 0	0
-- 1	1
-- 2	1
-- 3	0
SELECT bitmapContains(bitmapBuild([1]), 300) + 0, bitmapContains(bitmapBuild([-1]::Array(Int8)), -1) + 0, bitmapContains(bitmapBuild([-1]::Array(Int8)), 255) + 0, bitmapContains(bitmapBuild([-1]::Array(Int64)), -1) + 0, bitmapContains(bitmapBuild([1]), NULL), toTypeName(bitmapContains(bitmapBuild([1]), toNullable(1)));
-- 0	0	1	1	\N	Nullable(UInt8)
SELECT bitmapToArray(bitmapSubsetInRange(bitmapBuild(range(100)), 30, 33)), bitmapToArray(bitmapSubsetLimit(bitmapBuild(range(100)), 30, 3)), bitmapToArray(subBitmap(bitmapBuild(range(100)), 97, 9)), bitmapToArray(subBitmap(bitmapBuild([7, 3, 1]), 1, 9));
-- [30,31,32]	[30,31,32]	[97,98,99]	[3,7]
SELECT bitmapToArray(bitmapTransform(bitmapBuild([1, 2, 3, 4, 5]), [1, 2, 3], [3, 3, 9])), bitmapToArray(bitmapTransform(bitmapBuild([5, 1]), [1, 5], [5, 1]));
-- [4,5,9]	[1]
SELECT arrayMap(x -> bitmapCardinality(x), [bitmapBuild([1]), bitmapBuild([1, 2])]), bitmapToArray(if(1 = 2, bitmapBuild([1]), bitmapBuild([2])));
-- [1,2]	[2]

CREATE TABLE visits (day Date, page String, user UInt32, note Nullable(UInt16)) ENGINE = MergeTree ORDER BY (day, user);
INSERT INTO visits SELECT toDate('2024-03-01') + number % 3, concat('p', toString(number % 2)), number % 7, if(number % 4 = 0, NULL, number % 5) FROM numbers(40);
SELECT page, groupBitmap(user), groupBitmap(note), groupBitmapIf(user, day = '2024-03-01'), toTypeName(groupBitmap(user)), toTypeName(groupBitmap(note)) FROM visits GROUP BY page ORDER BY page;
-- p0	7	5	7	UInt32	Nullable(UInt16)
-- p1	7	5	7	UInt32	Nullable(UInt16)
SELECT groupBitmap(DISTINCT user), groupBitmapArray([user, user + 1]), groupBitmapOrNull(user), groupBitmapOrNullIf(user, user > 99), groupBitmapIf(user, user > 99), groupBitmapResample(0, 6, 2)(user, user), groupBitmapForEach([user, 1]) FROM visits;
-- 7	8	7	\N	0	[2,2,2]	[7,1]
SELECT groupBitmap(toUInt8(number)), groupBitmap(toInt8(number)), toTypeName(groupBitmap(toInt8(number))) FROM numbers(300);
-- 0	0	Int8
SELECT day, page, groupBitmap(user) OVER (PARTITION BY page ORDER BY day, user) AS seen FROM visits WHERE user < 2 ORDER BY page, day, user LIMIT 6;
-- 2024-03-01	p0	1
-- 2024-03-01	p0	2
-- 2024-03-02	p0	2
-- 2024-03-02	p0	2
-- 2024-03-03	p0	2
-- 2024-03-03	p0	2
SELECT page, arraySort(bitmapToArray(groupBitmapState(user))), bitmapCardinality(groupBitmapStateIf(user, user > 4)) FROM visits GROUP BY page ORDER BY page;
-- p0	[0,1,2,3,4,5,6]	2
-- p1	[0,1,2,3,4,5,6]	2
SELECT groupBitmapAnd(s), groupBitmapOr(s), groupBitmapXor(s), groupBitmapOrIf(s, page = 'p1'), arraySort(bitmapToArray(groupBitmapAndState(s))), arraySort(bitmapToArray(groupBitmapXorState(s))), toTypeName(groupBitmapAnd(s)), toTypeName(groupBitmapOrState(s)) FROM (SELECT page, groupBitmapState(user) AS s FROM visits WHERE user <> 3 OR page = 'p0' GROUP BY page);
-- 6	7	1	6	[0,1,2,4,5,6]	[3]	UInt32	AggregateFunction(groupBitmap, UInt32)
SELECT groupBitmapAnd(s), groupBitmapOrOrNull(s), bitmapToArray(groupBitmapXorState(s)) FROM (SELECT bitmapBuild([1]) AS s WHERE 0);
-- 0	\N	[]
SELECT count() FROM (SELECT groupBitmapState(user) AS s FROM visits WHERE day = '2024-03-01') AS a, (SELECT groupBitmapState(user) AS s FROM visits WHERE day = '2024-03-02') AS b WHERE bitmapHasAny(a.s, b.s);
-- 1
SELECT k, bitmapCardinality(s) FROM (SELECT 1 AS k) AS a LEFT JOIN (SELECT 2 AS k, groupBitmapState(user) AS s FROM visits GROUP BY k) AS b USING k;
-- 1	0
SELECT arrayReduce('groupBitmap', [1, 2, 2]), bitmapToArray(arrayReduce('groupBitmapState', [1, 2, 2])), finalizeAggregation(bitmapBuild([1, 2])), bitmapToArray(initializeAggregation('groupBitmapState', 3));
-- 2	[1,2]	2	[3]

SELECT bitmapCardinality([1]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapAnd(bitmapBuild([1]), bitmapBuild([1000]));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapBuild([1.5]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapBuild([1, NULL]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapContains(bitmapBuild([1]), '1');
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapSubsetInRange(bitmapBuild([1]), -1, 5);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapTransform(bitmapBuild([1]), [1], [1, 2]);
-- error BAD_ARGUMENTS
SELECT bitmapToArray(bitmapTransform(bitmapBuild([1]), [1], [500]));
-- error BAD_ARGUMENTS
SELECT bitmapHasAny(bitmapBuild([1]));
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT groupBitmap(page) FROM visits;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT groupBitmapAnd(user) FROM visits;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT bitmapCardinality(groupBitmapState(note)) FROM visits;
-- error ILLEGAL_TYPE_OF_ARGUMENT
