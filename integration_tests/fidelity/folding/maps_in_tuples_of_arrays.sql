-- SimpleAggregateFunction of arrays of keys and of values: entries of rows with one key become one.

CREATE TABLE t (id UInt64, total SimpleAggregateFunction(sumMap, Tuple(Array(Int32), Array(Int64))), most SimpleAggregateFunction(maxMap, Tuple(Array(String), Array(Float64))), least SimpleAggregateFunction(minMappedArrays, Tuple(Array(UInt16), Array(Int8), Array(Int8)))) ENGINE = AggregatingMergeTree ORDER BY id;
INSERT INTO t VALUES (1, ([1, 2], [10, 20]), (['b', 'a'], [1, 2]), ([2024], [5], [6])), (1, ([2, 3], [1, -1]), (['b'], [9]), ([2024, 2023], [3, 4], [7, 8]));
INSERT INTO t VALUES (1, ([2, 3], [-21, 1]), ([], []), ([], [], [])), (2, ([1], [0]), (['z'], [0]), ([], [], [])), (3, ([1, 1, 0], [2, 3, 0]), (['z'], [-1]), ([], [], []));
SELECT id, total.1, total.2, most.1, most.2 FROM t FINAL ORDER BY id;
-- 1	[1]	[10]	['a','b']	[2,9]
-- 2	[]	[]	['z']	[0]
-- 3	[1]	[5]	['z']	[-1]
SELECT id, least.1, least.2, least.3 FROM t FINAL ORDER BY id;
-- 1	[2023,2024]	[4,3]	[8,6]
-- 2	[]	[]	[]
-- 3	[]	[]	[]
OPTIMIZE TABLE t FINAL;
SELECT id, total.1, total.2, most.1, most.2 FROM t ORDER BY id;
-- 1	[1]	[10]	['a','b']	[2,9]
-- 2	[]	[]	['z']	[0]
-- 3	[1]	[5]	['z']	[-1]
SELECT toTypeName(total), toTypeName(least) FROM t LIMIT 1;
-- SimpleAggregateFunction(sumMap, Tuple(Array(Int32), Array(Int64)))	SimpleAggregateFunction(minMap, Tuple(Array(UInt16), Array(Int8), Array(Int8)))
INSERT INTO t (id, total) VALUES (4, ([1, 2], [1]));
-- error BAD_ARGUMENTS
CREATE TABLE narrow (id UInt64, total SimpleAggregateFunction(sumMap, Tuple(Array(Int32), Array(Int32)))) ENGINE = AggregatingMergeTree ORDER BY id;
-- error BAD_ARGUMENTS
SET optimize_on_insert = 0;
INSERT INTO t (id, total) VALUES (5, ([2, 1, 1, 0], [1, 2, 3, 0]));
SELECT total.1, total.2 FROM t FINAL WHERE id = 5;
-- [1,2]	[5,1]
OPTIMIZE TABLE t FINAL;
SELECT total.1, total.2 FROM t WHERE id = 5;
-- [1,2]	[5,1]
