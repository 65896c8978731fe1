-- Aggregate functions take the parameters of their signatures, and no combinator twice in a row.

CREATE TABLE sales (shop String, item String, n Int32, price Float64) ENGINE = ReplacingMergeTree ORDER BY (shop, item);
INSERT INTO sales VALUES ('a', 'x', 3, 1.5), ('a', 'y', 1, 2), ('b', 'x', 7, 1), ('b', 'z', 2, 8);
SELECT shop, groupArray(1)(item), quantiles(0.1, 0.9)(price), uniqCombined(14)(item) FROM sales FINAL GROUP BY shop ORDER BY shop;
-- a	['x']	[1.55,1.95]	2
-- b	['x']	[1.7000000000000002,7.3]	2
SELECT shop, sum(2)(n) FROM sales FINAL GROUP BY shop;
-- error AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
SELECT shop, sumIf(2)(n, price > 1) FROM sales GROUP BY shop;
-- error AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
SELECT uniq(3)(item), max(n) FROM sales;
-- error AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
SELECT item FROM sales GROUP BY item HAVING avg(1)(price) > 1;
-- error AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
SELECT sum(1)(n) OVER (PARTITION BY shop) FROM sales;
-- error AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
SELECT lag(1)(n) OVER (ORDER BY n) FROM sales;
-- error BAD_ARGUMENTS
SELECT argMax(1)(item, n) FROM sales;
-- x
SELECT arrayReduce('max(1)', [n]) FROM sales;
-- error AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS
SELECT quantile(0.1, 0.9)(price) FROM sales;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT quantiles(price) FROM sales;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT quantilesExactIf()(price, n > 1) FROM sales;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT quantileGK(100, 0.1, 0.9)(price) FROM sales;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT groupArray(1, 2)(item) FROM sales;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT groupArray('x')(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArray(1.5)(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArray(-1)(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupUniqArray(0)(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupUniqArrayIf(-2)(item, n > 1) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArrayLast(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArrayLast(0)(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArraySorted('x')(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArrayMovingSum(0)(n) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArrayMovingAvg('x')(n) FROM sales;
-- error BAD_ARGUMENTS
SELECT groupArray(0)(item) OVER () FROM sales;
-- error BAD_ARGUMENTS
SELECT groupConcat(',', 0)(item) FROM sales;
-- error BAD_ARGUMENTS
SELECT uniqUpTo(101)(item) FROM sales;
-- error ARGUMENT_OUT_OF_BOUND
SELECT uniqUpTo(-1)(item) FROM sales;
-- error ARGUMENT_OUT_OF_BOUND
SELECT uniqUpTo(1, 2)(item) FROM sales;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT uniqCombined(30)(item) FROM sales;
-- error ARGUMENT_OUT_OF_BOUND
SELECT sumIfIf(n, 1, 1) FROM sales;
-- error ILLEGAL_AGGREGATION
SELECT sumForEachForEach([[n]]) FROM sales;
-- error ILLEGAL_AGGREGATION
SELECT sumDistinctDistinct(n) FROM sales;
-- error ILLEGAL_AGGREGATION
SELECT sumMapMap(map(1, map(shop, n))) FROM sales;
-- error ILLEGAL_AGGREGATION
SELECT sumArrayArray([[n, 1], [2]]), sumIfArrayIf([n], [1], n > 1), sumOrNullOrNull(n) FROM sales;
-- 25	12	13
