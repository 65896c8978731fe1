-- What -SimpleState gives is of the type SimpleAggregateFunction, also in a table that a view makes.

CREATE TABLE s (user UInt64, seconds UInt32, at DateTime('UTC')) ENGINE = MergeTree ORDER BY user;
CREATE MATERIALIZED VIEW last_seen ENGINE = AggregatingMergeTree ORDER BY user AS SELECT user, maxSimpleState(at) AS last, sumSimpleState(seconds) AS total, avgState(seconds) AS mean FROM s GROUP BY user;
INSERT INTO s VALUES (1, 5, '2024-01-02 00:00:00'), (2, 6, '2024-01-02 00:00:00');
INSERT INTO s VALUES (1, 7, '2024-01-01 00:00:00'), (3, 1, '2024-01-03 00:00:00');
SELECT user, last, total, finalizeAggregation(mean) FROM last_seen FINAL ORDER BY user;
-- 1	2024-01-02 00:00:00	12	6
-- 2	2024-01-02 00:00:00	6	6
-- 3	2024-01-03 00:00:00	1	1
OPTIMIZE TABLE last_seen FINAL;
SELECT user, last, total, avgMerge(mean) FROM last_seen GROUP BY user, last, total ORDER BY user;
-- 1	2024-01-02 00:00:00	12	6
-- 2	2024-01-02 00:00:00	6	6
-- 3	2024-01-03 00:00:00	1	1
SELECT DISTINCT toTypeName(last), toTypeName(total), toTypeName(mean) FROM last_seen;
-- SimpleAggregateFunction(max, DateTime('UTC'))	SimpleAggregateFunction(sum, UInt64)	AggregateFunction(avg, UInt32)

CREATE TABLE kept ENGINE = AggregatingMergeTree ORDER BY user AS SELECT user, maxSimpleState(at) AS last FROM s GROUP BY user;
SHOW CREATE TABLE kept;
-- CREATE TABLE shop.kept\n(\n    `user` UInt64,\n    `last` SimpleAggregateFunction(max, DateTime('UTC'))\n)\nENGINE = AggregatingMergeTree\nORDER BY user\nSETTINGS index_granularity = 8192
SELECT toTypeName(maxSimpleState(at) + 1), toTypeName(max(x)), max(x) FROM (SELECT maxSimpleState(seconds) AS x, 1 AS at FROM s GROUP BY user);
-- UInt16	SimpleAggregateFunction(max, UInt32)	7
SELECT toTypeName(x), x FROM (SELECT maxSimpleState(seconds) AS x, user FROM s GROUP BY user) WHERE x > 5 ORDER BY x;
-- SimpleAggregateFunction(max, UInt32)	6
-- SimpleAggregateFunction(max, UInt32)	7
SELECT a.x FROM (SELECT maxSimpleState(seconds) AS x, user FROM s GROUP BY user) AS a JOIN s AS b ON a.x = b.seconds ORDER BY a.x;
-- 1
-- 6
-- 7
SELECT sumSimpleState(seconds) OVER (PARTITION BY user) AS x, toTypeName(x) FROM s ORDER BY x, user;
-- 1	SimpleAggregateFunction(sum, UInt64)
-- 6	SimpleAggregateFunction(sum, UInt64)
-- 12	SimpleAggregateFunction(sum, UInt64)
-- 12	SimpleAggregateFunction(sum, UInt64)
