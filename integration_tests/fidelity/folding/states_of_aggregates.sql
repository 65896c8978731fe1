-- Columns of the type AggregateFunction: filled by -State, put together by merges, read by -Merge.

CREATE TABLE visits (day Date, page String, user UInt64, ms Nullable(Int32)) ENGINE = MergeTree ORDER BY day;
CREATE TABLE daily (day Date, users AggregateFunction(uniq, UInt64), n AggregateFunction(count), total AggregateFunction(sum, Nullable(Int32)), mean AggregateFunction(avg, Nullable(Int32)), last AggregateFunction(argMax, String, UInt64), pages AggregateFunction(groupArray, String), top AggregateFunction(max, UInt64), slow AggregateFunction(sumIf, UInt64, UInt8)) ENGINE = AggregatingMergeTree ORDER BY day;
CREATE MATERIALIZED VIEW mv TO daily AS SELECT day, uniqState(user) AS users, countState() AS n, sumState(ms) AS total, avgState(ms) AS mean, argMaxState(page, user) AS last, groupArrayState(page) AS pages, maxState(user) AS top, sumIfState(user, ifNull(ms, 0) > 5) AS slow FROM visits GROUP BY day;
INSERT INTO visits VALUES ('2024-01-01', 'a', 1, 10), ('2024-01-01', 'b', 2, NULL), ('2024-01-02', 'c', 1, NULL);
INSERT INTO visits VALUES ('2024-01-01', 'd', 3, 3), ('2024-01-02', 'e', 9, 7);
SELECT day, uniqMerge(users), countMerge(n), sumMerge(total), avgMerge(mean), argMaxMerge(last), length(groupArrayMerge(pages)), maxMerge(top), sumIfMerge(slow) FROM daily GROUP BY day ORDER BY day;
-- 2024-01-01	3	3	13	6.5	d	3	3	1
-- 2024-01-02	2	2	7	7	e	2	9	9
SELECT count() FROM daily;
-- 4
SELECT count() FROM daily FINAL;
-- 2
SELECT day, finalizeAggregation(users), finalizeAggregation(n), finalizeAggregation(mean), finalizeAggregation(last), finalizeAggregation(slow) FROM daily FINAL ORDER BY day;
-- 2024-01-01	3	3	6.5	d	1
-- 2024-01-02	2	2	7	e	9
OPTIMIZE TABLE daily FINAL;
SELECT count() FROM daily;
-- 2
SELECT day, uniqMerge(users), countMerge(n), sumMerge(total), avgMerge(mean), argMaxMerge(last), length(groupArrayMerge(pages)), maxMerge(top), sumIfMerge(slow) FROM daily GROUP BY day ORDER BY day;
-- 2024-01-01	3	3	13	6.5	d	3	3	1
-- 2024-01-02	2	2	7	7	e	2	9	9
SELECT uniqMerge(users), countMerge(n) FROM daily;
-- 4	5
SELECT toTypeName(users), toTypeName(n), toTypeName(mean), toTypeName(last) FROM daily LIMIT 1;
-- AggregateFunction(uniq, UInt64)	AggregateFunction(count)	AggregateFunction(avg, Nullable(Int32))	AggregateFunction(argMax, String, UInt64)
SHOW CREATE TABLE daily;
-- CREATE TABLE shop.daily\n(\n    `day` Date,\n    `users` AggregateFunction(uniq, UInt64),\n    `n` AggregateFunction(count),\n    `total` AggregateFunction(sum, Nullable(Int32)),\n    `mean` AggregateFunction(avg, Nullable(Int32)),\n    `last` AggregateFunction(argMax, String, UInt64),\n    `pages` AggregateFunction(groupArray, String),\n    `top` AggregateFunction(max, UInt64),\n    `slow` AggregateFunction(sumIf, UInt64, UInt8)\n)\nENGINE = AggregatingMergeTree\nORDER BY day\nSETTINGS index_granularity = 8192
SELECT name, type FROM system.columns WHERE table = 'daily' AND database = currentDatabase() ORDER BY position;
-- day	Date
-- users	AggregateFunction(uniq, UInt64)
-- n	AggregateFunction(count)
-- total	AggregateFunction(sum, Nullable(Int32))
-- mean	AggregateFunction(avg, Nullable(Int32))
-- last	AggregateFunction(argMax, String, UInt64)
-- pages	AggregateFunction(groupArray, String)
-- top	AggregateFunction(max, UInt64)
-- slow	AggregateFunction(sumIf, UInt64, UInt8)
INSERT INTO daily SELECT toDate('2024-01-03'), uniqState(toUInt64(5)), countState(), sumState(toNullable(toInt32(1))), avgState(toNullable(toInt32(2))), argMaxState('z', toUInt64(1)), groupArrayState('z'), maxState(toUInt64(1)), sumIfState(toUInt64(1), 1) FROM visits WHERE page = 'a';
INSERT INTO daily (day) VALUES ('2024-01-04');
SELECT day, uniqMerge(users), countMerge(n), avgMerge(mean), sumMerge(total), argMaxMerge(last), maxMerge(top) FROM daily GROUP BY day ORDER BY day;
-- 2024-01-01	3	3	6.5	13	d	3
-- 2024-01-02	2	2	7	7	e	9
-- 2024-01-03	1	1	2	1	z	1
-- 2024-01-04	0	0	\N	\N	''	0
SELECT finalizeAggregation(uniqMergeState(users)), finalizeAggregation(sumIfMergeState(slow)) FROM daily;
-- 5	11
ALTER TABLE daily ADD COLUMN low AggregateFunction(min, Int32);
SELECT day, minMerge(low), finalizeAggregation(any(low)) FROM daily GROUP BY day ORDER BY day;
-- 2024-01-01	0	0
-- 2024-01-02	0	0
-- 2024-01-03	0	0
-- 2024-01-04	0	0
ALTER TABLE daily DELETE WHERE day = '2024-01-03';
SELECT count(), uniqMerge(users) FROM daily FINAL;
-- 3	4
SELECT uniqMerge(users), sumIfMerge(slow) FROM (SELECT users, slow FROM daily UNION ALL SELECT users, slow FROM daily);
-- 4	20
CREATE TABLE sums (k UInt8, v UInt32, s AggregateFunction(sum, UInt32)) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO sums SELECT 1, 5, sumState(toUInt32(5)) FROM visits WHERE page = 'a';
INSERT INTO sums SELECT 1, 6, sumState(toUInt32(6)) FROM visits WHERE page = 'a';
SELECT k, v, finalizeAggregation(s) FROM sums FINAL;
-- 1	11	11
CREATE TABLE made ENGINE = AggregatingMergeTree ORDER BY k AS SELECT user % 2 AS k, avgState(user) AS a, argMinState(page, page) AS m FROM visits GROUP BY k;
SELECT k, avgMerge(a), argMinMerge(m) FROM made GROUP BY k ORDER BY k;
-- 0	2	b
-- 1	3.5	a
SELECT name, type FROM system.columns WHERE table = 'made' AND database = currentDatabase() ORDER BY position;
-- k	UInt8
-- a	AggregateFunction(avg, UInt64)
-- m	AggregateFunction(argMin, String, String)
INSERT INTO daily (day, n) SELECT day, 5 FROM visits;
-- error CANNOT_CONVERT_TYPE
INSERT INTO daily (day, users) SELECT day, uniqState(page) FROM visits GROUP BY day;
-- error CANNOT_CONVERT_TYPE
INSERT INTO daily (day, users) SELECT day, uniqExactState(user) FROM visits GROUP BY day;
-- error CANNOT_CONVERT_TYPE
ALTER TABLE daily UPDATE n = 5 WHERE 1;
-- error CANNOT_CONVERT_TYPE
SELECT sum(n) FROM daily;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT n + 1 FROM daily;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT countMerge(users) FROM daily;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT uniqMerge(day) FROM daily;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT users FROM daily ORDER BY users;
-- error ILLEGAL_COLUMN
CREATE TABLE bad (k UInt8, s AggregateFunction(nosuch, UInt8)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error UNKNOWN_AGGREGATE_FUNCTION
CREATE TABLE bad (k UInt8, s AggregateFunction(sum, String)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error ILLEGAL_TYPE_OF_ARGUMENT
CREATE TABLE bad (s AggregateFunction(count)) ENGINE = AggregatingMergeTree ORDER BY s;
-- error DATA_TYPE_CANNOT_BE_USED_IN_KEY
CREATE TABLE bad (k UInt8, s Nullable(AggregateFunction(count))) ENGINE = AggregatingMergeTree ORDER BY k;
-- error ILLEGAL_TYPE_OF_ARGUMENT
CREATE TABLE bad (k UInt8, s AggregateFunction(sum, UInt64) DEFAULT 5) ENGINE = AggregatingMergeTree ORDER BY k;
-- error CANNOT_CONVERT_TYPE
