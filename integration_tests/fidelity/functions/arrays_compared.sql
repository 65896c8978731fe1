-- Arrays compared with others and with themselves.

CREATE TABLE t (k Int64, x Array(Int64), y Array(Float64), s Array(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2, 3], [0.1, 0.5, 0.5], ['a', 'b', 'c']), (2, [], [], []), (3, [3, -1, 0, 7], [1, 2, 3, 4], ['x', 'c', 'd', 'a']);

SELECT k, arrayLevenshteinDistance(x, [toInt64(1), 3]), arrayLevenshteinDistance(s, ['a', 'c']) FROM t ORDER BY k;
-- 1	1	1
-- 2	2	2
-- 3	4	3
SELECT k, arrayLevenshteinDistanceWeighted(s, ['a', 'c'], y, [1.5, 2]), arraySimilarity(s, ['a', 'c'], y, [1.5, 2]) FROM t ORDER BY k;
-- 1	0.5	0.8913043478260869
-- 2	3.5	0
-- 3	8	0.40740740740740744
SELECT arrayLevenshteinDistance([1, NULL], [NULL, 1]), toTypeName(arrayLevenshteinDistance([1], [1])), toTypeName(arraySimilarity([1], [1], [1], [1]));
-- 2	UInt32	Float64
SELECT arrayLevenshteinDistanceWeighted(['A', 'B'], ['A', 'C'], [1.0], [1.0, 3.0]);
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT arrayROCAUC([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1]), arrayROCAUC([0.1, 0.4, 0.4, 0.8], [0, 0, 1, 1], false), arrayAUCPR([3, 3, 1, 2, 5], [1, 0, 0, 1, 1]);
-- 0.875	3.5	0.8055555555555555
SELECT k, toString(arrayAutocorrelation(x, 2)) FROM t ORDER BY k;
-- 1	[1,0]
-- 2	[]
-- 3	[1,-0.15]
SELECT k, toString(arrayZipUnaligned(x, s)), toTypeName(arrayZipUnaligned(x, s)), toString(arrayZipUnaligned(s, [1])) FROM t ORDER BY k;
-- 1	[(1,'a'),(2,'b'),(3,'c')]	Array(Tuple(Nullable(Int64), Nullable(String)))	[('a',1),('b',NULL),('c',NULL)]
-- 2	[]	Array(Tuple(Nullable(Int64), Nullable(String)))	[(NULL,1)]
-- 3	[(3,'x'),(-1,'c'),(0,'d'),(7,'a')]	Array(Tuple(Nullable(Int64), Nullable(String)))	[('x',1),('c',NULL),('d',NULL),('a',NULL)]
SELECT arrayZipUnaligned([[1]], [1]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, toString(arrayReduceInRanges('sum', [(1, 2), (-2, 2), (3, 9), (-9, 7), (0, 1)], x)), toTypeName(arrayReduceInRanges('sum', [(1, 2)], x)) FROM t ORDER BY k;
-- 1	[3,5,3,0,0]	Array(Int64)
-- 2	[0,0,0,0,0]	Array(Int64)
-- 3	[2,7,7,0,0]	Array(Int64)
SELECT k, arrayFlattenedLength([x, x]), length(arrayRandomSample(x, 2)), length(arrayPartialShuffle(x, 1)) FROM t ORDER BY k;
-- 1	6	2	3
-- 2	0	0	0
-- 3	8	2	4
SELECT toString(mapPopulateSeries(map(1, 10, 3, 20))), toString(mapPopulateSeries(map(1, 10, 3, 20), 2)), toTypeName(mapPopulateSeries(map(toInt8(1), 10, 3, 20)));
-- {1:10,2:0,3:20}	{1:10,2:0}	Map(Int16, UInt8)
SELECT toString(mapPartialSort(2, map('b', 1, 'a', 3)));
-- {'a':3,'b':1}
SELECT arrayLevenshteinDistance([toInt64(1)], [1]), arrayLevenshteinDistance([toInt8(1), 2], [1, 2]);
-- 1	2
-- differs: elements are compared by value, not by type, docs/differences.md#answered-where-clickhouse-refuses
-- 0	0
SELECT arrayLevenshteinDistance(['a'], [1]);
-- 1
-- differs: elements are compared by value, not by type, docs/differences.md#answered-where-clickhouse-refuses
-- error NO_COMMON_TYPE
SELECT arrayReduceInRanges('sum', [(1, -1)], [1, 2]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayReduceInRanges('sum', [(1, 1.5)], [1, 2]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayReduceInRanges('sum', [(1, 1, 1)], [1, 2]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayAutocorrelation([1], -1);
-- error BAD_ARGUMENTS
SELECT arrayAutocorrelation([1], materialize(-1));
-- error BAD_ARGUMENTS
SELECT arrayAutocorrelation([1, NULL]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayAutocorrelation([1], 1.5);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayAutocorrelation(1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayRandomSample([1], -1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayRandomSample([1], materialize(1));
-- error ILLEGAL_COLUMN
SELECT mapPopulateSeries(map(1, 1.5));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapPopulateSeries(map('a', 1));
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapPopulateSeries(map(1, 1), 300);
-- error CANNOT_CONVERT_TYPE
SELECT mapPopulateSeries(map(1, 1), materialize(-3));
-- error CANNOT_CONVERT_TYPE
SELECT arraySimilarity(['a'], ['a'], [1.0], [1]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arraySimilarity([1], [1], [1, NULL], [1]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arraySimilarity([1], [1], [1]);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT arrayROCAUC([1, 2], [1]);
-- error BAD_ARGUMENTS
SELECT arrayAUCPR([1, 2], [1]);
-- error BAD_ARGUMENTS
SELECT arrayROCAUC([1, 2], [1, NULL]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayROCAUC([1, 2], [1, 0], 2);
-- error ILLEGAL_TYPE_OF_ARGUMENT
