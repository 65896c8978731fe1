-- AggregatingMergeTree with simple aggregate functions.

CREATE TABLE a (k Int8, plain Int8, s SimpleAggregateFunction(sum, Int64), x SimpleAggregateFunction(max, Nullable(Float64)), n SimpleAggregateFunction(min, Float64), l SimpleAggregateFunction(anyLast, Nullable(String)), e SimpleAggregateFunction(max, Enum8('z' = 1, 'a' = 2)), g SimpleAggregateFunction(groupArrayArray, Array(Int8)), b SimpleAggregateFunction(groupBitAnd, UInt8), w SimpleAggregateFunction(sumWithOverflow, UInt8), m SimpleAggregateFunction(sumMap, Map(String, UInt64)), h SimpleAggregateFunction(maxMap, Map(String, UInt64)), r SimpleAggregateFunction(any_respect_nulls, Nullable(Int8)), f SimpleAggregateFunction(first_value, Nullable(Int8))) ENGINE = AggregatingMergeTree ORDER BY k SETTINGS allow_dimensions_outside_sorting_key = 1;
SHOW CREATE TABLE a;
-- CREATE TABLE shop.a\n(\n    `k` Int8,\n    `plain` Int8,\n    `s` SimpleAggregateFunction(sum, Int64),\n    `x` SimpleAggregateFunction(max, Nullable(Float64)),\n    `n` SimpleAggregateFunction(min, Float64),\n    `l` SimpleAggregateFunction(anyLast, Nullable(String)),\n    `e` SimpleAggregateFunction(max, Enum8('z' = 1, 'a' = 2)),\n    `g` SimpleAggregateFunction(groupArrayArray, Array(Int8)),\n    `b` SimpleAggregateFunction(groupBitAnd, UInt8),\n    `w` SimpleAggregateFunction(sumWithOverflow, UInt8),\n    `m` SimpleAggregateFunction(sumMap, Map(String, UInt64)),\n    `h` SimpleAggregateFunction(maxMap, Map(String, UInt64)),\n    `r` SimpleAggregateFunction(any_respect_nulls, Nullable(Int8)),\n    `f` SimpleAggregateFunction(any, Nullable(Int8))\n)\nENGINE = AggregatingMergeTree\nORDER BY k\nSETTINGS allow_dimensions_outside_sorting_key = 1, index_granularity = 8192
INSERT INTO a VALUES (1, 1, 1, nan, nan, 'x', 'z', [1], 255, 200, map('a', 1), map('a', 1), NULL, NULL), (1, 2, 2, 3, 1, NULL, 'a', [2], 7, 100, map('a', 2, 'b', 0), map('a', 0, 'c', 9), 5, 5);
SELECT * FROM a;
-- 1	1	3	3	1	x	a	[1,2]	7	44	{'a':3,'b':0}	{'a':1,'c':9}	\N	5
INSERT INTO a VALUES (1, 3, 5, NULL, -1, NULL, 'z', [], 12, 1, map('z', 0), map(), 6, 6), (2, 0, 0, NULL, 0, NULL, 'z', [], 0, 0, map(), map(), NULL, NULL);
SELECT * FROM a FINAL ORDER BY k;
-- 1	1	8	3	-1	x	a	[1,2]	4	45	{'a':3,'b':0,'z':0}	{'a':1,'c':9}	\N	5
-- 2	0	0	\N	0	\N	z	[]	0	0	{}	{}	\N	\N
OPTIMIZE TABLE a FINAL;
SELECT * FROM a ORDER BY k;
-- 1	1	8	3	-1	x	a	[1,2]	4	45	{'a':3,'b':0,'z':0}	{'a':1,'c':9}	\N	5
-- 2	0	0	\N	0	\N	z	[]	0	0	{}	{}	\N	\N
SELECT toTypeName(s), s + 1, toTypeName(s + 1), toTypeName(sum(s) OVER ()) FROM a WHERE k = 1;
-- SimpleAggregateFunction(sum, Int64)	9	Int64	Int64
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'a' ORDER BY position;
-- k	Int8
-- plain	Int8
-- s	SimpleAggregateFunction(sum, Int64)
-- x	SimpleAggregateFunction(max, Nullable(Float64))
-- n	SimpleAggregateFunction(min, Float64)
-- l	SimpleAggregateFunction(anyLast, Nullable(String))
-- e	SimpleAggregateFunction(max, Enum8('z' = 1, 'a' = 2))
-- g	SimpleAggregateFunction(groupArrayArray, Array(Int8))
-- b	SimpleAggregateFunction(groupBitAnd, UInt8)
-- w	SimpleAggregateFunction(sumWithOverflow, UInt8)
-- m	SimpleAggregateFunction(sumMap, Map(String, UInt64))
-- h	SimpleAggregateFunction(maxMap, Map(String, UInt64))
-- r	SimpleAggregateFunction(any_respect_nulls, Nullable(Int8))
-- f	SimpleAggregateFunction(any, Nullable(Int8))
INSERT INTO a (k, s) SELECT number % 2, number FROM numbers(10);
SELECT k, s, plain FROM a FINAL ORDER BY k;
-- 0	20	0
-- 1	33	1
-- 2	0	0
SELECT k, sum(s), max(x), anyLast(plain) FROM a WHERE k = 0 GROUP BY k;
-- 0	20	\N	0
CREATE TABLE wrong (k Int8, v SimpleAggregateFunction(sum, Int8)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE wrong (k Int8, v SimpleAggregateFunction(uniq, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE wrong (k Int8, v SimpleAggregateFunction(nothing_there, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error UNKNOWN_AGGREGATE_FUNCTION
CREATE TABLE wrong (k Int8, v SimpleAggregateFunction(sum)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE wrong (k Int8, v SimpleAggregateFunction(sum, String)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error ILLEGAL_TYPE_OF_ARGUMENT
CREATE TABLE wrong (k SimpleAggregateFunction(sum, UInt64), v Int8) ENGINE = AggregatingMergeTree ORDER BY k;
-- error DATA_TYPE_CANNOT_BE_USED_IN_KEY
CREATE TABLE wrong (k Int8, v Int8) ENGINE = AggregatingMergeTree(v) ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE wrong (k Int8, plain Int8, v SimpleAggregateFunction(sum, Int64)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE p (k Int8, d Date, v SimpleAggregateFunction(sum, Int64)) ENGINE = AggregatingMergeTree ORDER BY k PARTITION BY d;
CREATE TABLE s (k Int8, v Int8, x SimpleAggregateFunction(max, Int8)) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO s VALUES (1, 1, 5), (1, -1, 3);
SELECT * FROM s;
-- 1	0	5
CREATE TABLE r (k Int8, v Nullable(Int8), x SimpleAggregateFunction(max, Int8)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO r VALUES (1, 1, 5), (1, NULL, 3);
SELECT * FROM r FINAL;
-- 1	\N	3
CREATE TABLE c (k Int8, v Nullable(Int8), x SimpleAggregateFunction(max, Int8)) ENGINE = CoalescingMergeTree ORDER BY k;
INSERT INTO c VALUES (1, 1, 5), (1, NULL, 3);
SELECT * FROM c FINAL;
-- 1	1	5
CREATE TABLE j (k Int8, x SimpleAggregateFunction(max, Int8)) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO j VALUES (1, 5);
SELECT x FROM (SELECT x FROM j UNION ALL SELECT toInt8(6) AS x) ORDER BY x;
-- 5
-- 6
SELECT j.k FROM j JOIN s ON j.x = s.x;
-- 1
SELECT if(x > 1, x, toInt8(0)), [x, 1], max(x), any(x) FROM j WHERE x IN (5, 6) GROUP BY x;
-- 5	[5,1]	5	5
CREATE TABLE copied ENGINE = MergeTree ORDER BY k AS SELECT * FROM j;
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'copied';
-- k	Int8
-- x	SimpleAggregateFunction(max, Int8)
