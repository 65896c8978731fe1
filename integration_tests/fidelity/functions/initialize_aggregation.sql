-- initializeAggregation: an aggregate function of one row, or its state.

SELECT toTypeName(initializeAggregation('uniqState', number)) FROM numbers(1);
-- AggregateFunction(uniq, UInt64)
SELECT initializeAggregation('sum', number), toTypeName(initializeAggregation('sum', number)) FROM numbers(3);
-- 0	UInt64
-- 1	UInt64
-- 2	UInt64
SELECT uniqMerge(state) FROM (SELECT initializeAggregation('uniqState', number % 3) AS state FROM numbers(10000));
-- 3
SELECT finalizeAggregation(state), toTypeName(state) FROM (SELECT initializeAggregation('sumState', number % 3) AS state FROM numbers(5));
-- 0	AggregateFunction(sum, UInt8)
-- 0	AggregateFunction(sum, UInt8)
-- 1	AggregateFunction(sum, UInt8)
-- 1	AggregateFunction(sum, UInt8)
-- 2	AggregateFunction(sum, UInt8)
SELECT initializeAggregation('sumIf', number, number > 1) FROM numbers(3);
-- 0
-- 0
-- 2
SELECT finalizeAggregation(initializeAggregation('sumIfState', number, number > 1)) FROM numbers(3);
-- 0
-- 0
-- 2
SELECT initializeAggregation('quantiles(0.5, 0.9)', number) FROM numbers(3);
-- [0,0]
-- [1,1]
-- [2,2]
SELECT toTypeName(initializeAggregation('quantilesState(0.5, 0.9)', number)) FROM numbers(1);
-- AggregateFunction(quantiles(0.5, 0.9), UInt64)
SELECT toTypeName(initializeAggregation('quantileState', number)) FROM numbers(1);
-- AggregateFunction(quantile, UInt64)
SELECT toTypeName(initializeAggregation('groupArrayState(2)', number)) FROM numbers(1);
-- AggregateFunction(groupArray(2), UInt64)
SELECT initializeAggregation('count') FROM numbers(2);
-- error BAD_ARGUMENTS
SELECT initializeAggregation('count', NULL), initializeAggregation('sum', NULL);
-- 0	\N
SELECT initializeAggregation('avg', toNullable(number)), toTypeName(initializeAggregation('avg', toNullable(number))) FROM numbers(2);
-- 0	Nullable(Float64)
-- 1	Nullable(Float64)
SELECT initializeAggregation('sum', if(number = 1, NULL, number)) FROM numbers(2);
-- 0
-- \N
SELECT initializeAggregation('nosuch', 1);
-- error UNKNOWN_AGGREGATE_FUNCTION
SELECT initializeAggregation('sum');
-- error BAD_ARGUMENTS
SELECT initializeAggregation();
-- error BAD_ARGUMENTS
SELECT initializeAggregation(1, 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT initializeAggregation(materialize('sum'), 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT initializeAggregation('argMax', 'a', number) FROM numbers(2);
-- a
-- a
SELECT initializeAggregation('sum', 'x');
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT initializeAggregation('uniqExact', number, number) FROM numbers(1);
-- 1
SELECT initializeAggregation('sumMap', map('a', number)) FROM numbers(2);
-- {'a':0}
-- {'a':1}
SELECT initializeAggregation('groupArray', number) FROM numbers(2);
-- [0]
-- [1]
SELECT initializeAggregation('sumArray', [1, 2, 3]);
-- 6
SELECT initializeAggregation('sumOrNull', number), initializeAggregation('sumForEach', [number]) FROM numbers(2);
-- 0	[0]
-- 1	[1]
SELECT sum(initializeAggregation('sum', number)) FROM numbers(5);
-- 10
SELECT toTypeName(initializeAggregation('sumMergeState', initializeAggregation('sumState', 1)));
-- AggregateFunction(sum, UInt8)
SELECT initializeAggregation('sumMerge', initializeAggregation('sumState', 1));
-- 1
SELECT arrayMap(x -> initializeAggregation('sum', x), [1,2]);
-- [1,2]
SELECT finalizeAggregation(arrayReduce('uniqState', [1,2,2]));
-- 2
SELECT arrayMap(x -> finalizeAggregation(x), [initializeAggregation('sumState', 1), initializeAggregation('sumState', 2)]);
-- [1,2]
SELECT initializeAggregation('topK(2)', number) FROM numbers(2);
-- [0]
-- [1]
SELECT initializeAggregation('min', 'x', 1);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT initializeAggregation('quantile(0.5', 1);
-- error UNKNOWN_AGGREGATE_FUNCTION
SELECT finalizeAggregation(arrayReduce('quantileState(0.9)', [1, 2, 2]));
-- 2
