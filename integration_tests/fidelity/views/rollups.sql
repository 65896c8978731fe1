-- Rollups that views fill: sums, extremes, a day of a time zone.

CREATE TABLE events (id Int64, ts DateTime('Europe/Berlin'), kind LowCardinality(String), amount Decimal(10, 2), tag Nullable(String)) ENGINE = ReplacingMergeTree ORDER BY id;
CREATE TABLE daily (day DateTime('Europe/Berlin'), kind String, n UInt64, total Decimal(38, 2)) ENGINE = SummingMergeTree ORDER BY (day, kind);
CREATE TABLE latest (kind String, seen SimpleAggregateFunction(max, DateTime('Europe/Berlin')), tags SimpleAggregateFunction(groupUniqArrayArray, Array(String))) ENGINE = AggregatingMergeTree ORDER BY kind;
CREATE MATERIALIZED VIEW daily_mv TO daily AS SELECT toStartOfDay(ts) AS day, kind, count() AS n, sum(amount) AS total FROM events GROUP BY day, kind;
CREATE MATERIALIZED VIEW latest_mv TO latest AS SELECT kind, max(ts) AS seen, groupUniqArray(assumeNotNull(tag)) AS tags FROM events WHERE tag IS NOT NULL GROUP BY kind;
INSERT INTO events VALUES (1, '2024-07-01 23:30:00', 'a', 1.5, 'x'), (2, '2024-07-02 00:30:00', 'a', 2.25, NULL), (3, '2024-07-02 10:00:00', 'b', 10, 'y');
INSERT INTO events VALUES (4, '2024-07-02 11:00:00', 'a', 5, 'z');
SELECT toString(day), kind, n, total FROM daily FINAL ORDER BY ALL;
-- 2024-07-01 00:00:00	a	1	1.5
-- 2024-07-02 00:00:00	a	2	7.25
-- 2024-07-02 00:00:00	b	1	10
SELECT kind, toString(seen), arraySort(tags) FROM latest FINAL ORDER BY kind;
-- a	2024-07-02 11:00:00	['x','z']
-- b	2024-07-02 10:00:00	['y']
SELECT kind, sum(n), sum(total) FROM daily_mv GROUP BY kind ORDER BY kind;
-- a	3	8.75
-- b	1	10
