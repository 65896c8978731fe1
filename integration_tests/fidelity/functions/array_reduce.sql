-- Every aggregate function over the elements of arrays, and parameters that are calculated.

CREATE TABLE t (k UInt32, a Array(Int32), f Array(Float64), n Array(Nullable(Int32)), s Array(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 5, 3], [1.5, 2.5], [1, NULL, 3], ['x', 'y', 'x']), (2, [], [], [], []);
SELECT arrayReduce('max', a), arrayReduce('sum', a), arrayReduce('count', n), arrayReduce('sum', n) FROM t ORDER BY k;
-- 5	9	2	4
-- 0	0	0	\N
SELECT arrayReduce('sumIf', a, [1, 0, 1]), arrayReduce('argMax', s, a), arrayReduce('avgWeighted', a, a) FROM t WHERE k = 1;
-- 4	y	3.888888888888889
SELECT arrayReduce('quantile(0.5)', a), arrayReduce('groupArray(2)', a), arrayReduce('topK(1)', s) FROM t WHERE k = 1;
-- 3	[1,5]	['x']
SELECT arrayReduce('maxOrNull', a), arrayReduce('anyOrNull', s), arrayReduce('uniqExact', s) FROM t ORDER BY k;
-- 5	x	2
-- \N	\N	0
SELECT toTypeName(arrayReduce('sum', a)), toTypeName(arrayReduce('groupArray', s)) FROM t LIMIT 1;
-- Int64	Array(String)
SELECT sum(arrayReduce('max', a)), arrayReduce('sum', groupArray(k)), arrayReduce('sum', arrayMap(x -> arrayReduce('max', [x, 2]), [1, 5])) FROM t;
-- 5	3	7
SELECT arrayReduce('nope', a) FROM t;
-- error UNKNOWN_AGGREGATE_FUNCTION
SELECT arrayReduce('sum', k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayReduce(s, a) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayReduce('sum', s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT quantile(1 / 2)(k), quantile(0.25 * 2)(k), groupArray(1 + 1)(k) FROM t;
-- 1.5	1.5	[1,2]
SELECT k FROM t ORDER BY k LIMIT 1 + 1;
-- 1
-- 2
SELECT k FROM t ORDER BY k LIMIT 1.5 + 0.25;
-- error INVALID_LIMIT_EXPRESSION
