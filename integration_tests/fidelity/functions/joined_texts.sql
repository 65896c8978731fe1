-- groupConcat joins values as toString writes them: in arrays, states, windows, and by name.

SELECT groupConcatArray([(1, 'a')]), groupConcat(',')((1, 'a')), groupConcatArray(',')([(number, 's')]) FROM numbers(2);
-- (1,'a')(1,'a')	(1,'a'),(1,'a')	(0,'s'),(1,'s')
SELECT finalizeAggregation(groupConcatState(',')((number, 's'))), finalizeAggregation(groupConcatState(number / 3)), finalizeAggregation(groupConcatState(',')(map('s', number))), finalizeAggregation(groupConcatState(',')(toDateTime(number))), finalizeAggregation(groupConcatState(',')(if(number > 1, NULL, number / 2))) FROM numbers(3);
-- (0,'s'),(1,'s'),(2,'s')	00.33333333333333330.6666666666666666	{'s':0},{'s':1},{'s':2}	1970-01-01 00:00:00,1970-01-01 00:00:01,1970-01-01 00:00:02	0,0.5
SELECT groupConcatMerge(',')(s), groupConcatMerge(',')(z) FROM (SELECT groupConcatState(',')((number, number / 4)) AS s, groupConcatState(',')([number / 4]) AS z FROM numbers(3));
-- (0,0),(1,0.25),(2,0.5)	[0],[0.25],[0.5]
SELECT arrayReduce('groupConcat', [(1, 'a'), (2, 'b')]), finalizeAggregation(initializeAggregation('groupConcatState', (1, 'a')));
-- (1,'a')(2,'b')	(1,'a')
SELECT groupConcatIf(',')((number, 1), number > 0), groupConcatOrDefaultIf(',')((number, 1), number > 9), groupConcatOrNull(number / 2), groupConcat(',')([1, number / 2]) FROM numbers(3);
-- (1,1),(2,1)	''	00.51	[1,0],[1,0.5],[1,1]
SELECT groupConcat(',')(number / 2) OVER (ORDER BY number) FROM numbers(3) ORDER BY number;
-- 0
-- 0,0.5
-- 0,0.5,1
