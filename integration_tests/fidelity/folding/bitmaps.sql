-- Different users of days, kept as bitmaps that a view fills and merges put together.

CREATE TABLE visits (day Date, page String, user UInt32) ENGINE = MergeTree ORDER BY (day, user);
CREATE TABLE daily (day Date, page String, users AggregateFunction(groupBitmap, UInt32), last SimpleAggregateFunction(max, UInt32)) ENGINE = AggregatingMergeTree ORDER BY (day, page);
CREATE MATERIALIZED VIEW to_daily TO daily AS SELECT day, page, groupBitmapState(user) AS users, max(user) AS last FROM visits GROUP BY day, page;
INSERT INTO visits VALUES ('2024-03-01', 'a', 1), ('2024-03-01', 'a', 2), ('2024-03-01', 'b', 1), ('2024-03-02', 'a', 2);
INSERT INTO visits VALUES ('2024-03-01', 'a', 2), ('2024-03-01', 'a', 4294967295), ('2024-03-02', 'a', 3), ('2024-03-02', 'b', 9);
INSERT INTO visits SELECT '2024-03-03', 'a', number * 7 FROM numbers(100);
INSERT INTO visits SELECT '2024-03-03', 'a', number * 5 FROM numbers(100);
SELECT day, groupBitmapMerge(users), toTypeName(groupBitmapMerge(users)) FROM daily GROUP BY day ORDER BY day;
-- 2024-03-01	3	UInt32
-- 2024-03-02	3	UInt32
-- 2024-03-03	185	UInt32
SELECT day, page, bitmapCardinality(users), last FROM daily FINAL ORDER BY day, page;
-- 2024-03-01	a	3	4294967295
-- 2024-03-01	b	1	1
-- 2024-03-02	a	2	3
-- 2024-03-02	b	1	9
-- 2024-03-03	a	185	693
SELECT page, groupBitmapMergeIf(users, day > '2024-03-01'), groupBitmapOr(users), groupBitmapAnd(users) FROM daily WHERE day < '2024-03-03' GROUP BY page ORDER BY page;
-- a	2	4	0
-- b	1	2	0
OPTIMIZE TABLE daily FINAL;
SELECT day, page, finalizeAggregation(users), last, count() OVER () FROM daily ORDER BY day, page;
-- 2024-03-01	a	3	4294967295	5
-- 2024-03-01	b	1	1	5
-- 2024-03-02	a	2	3	5
-- 2024-03-02	b	1	9	5
-- 2024-03-03	a	185	693	5
SELECT page, groupBitmapMerge(users), arraySort(bitmapToArray(groupBitmapMergeState(users))) FROM daily WHERE day < '2024-03-03' GROUP BY page ORDER BY page;
-- a	4	[1,2,3,4294967295]
-- b	2	[1,9]
SELECT bitmapToArray(bitmapSubsetInRange(users, 300, 360)) FROM daily WHERE day = '2024-03-03';
-- [300,301,305,308,310,315,320,322,325,329,330,335,336,340,343,345,350,355,357]
SELECT day FROM daily WHERE bitmapContains(users, 2) AND page = 'a' ORDER BY day;
-- 2024-03-01
-- 2024-03-02
SELECT a.page, bitmapAndCardinality(a.users, b.users), bitmapAndnotCardinality(b.users, a.users) FROM daily AS a INNER JOIN daily AS b ON a.page = b.page WHERE a.day = '2024-03-01' AND b.day = '2024-03-02' ORDER BY a.page;
-- a	1	1
-- b	0	1
INSERT INTO daily SELECT '2024-03-04', 'a', bitmapBuild([1, 5]::Array(UInt32)), 5;
INSERT INTO daily SELECT '2024-03-04', 'a', groupBitmapOrState(users), 0 FROM daily WHERE day = '2024-03-01';
SELECT groupBitmapMerge(users) FROM daily WHERE day = '2024-03-04';
-- 4
INSERT INTO daily SELECT '2024-03-05', 'a', uniqState(1::UInt32), 5;
-- error CANNOT_CONVERT_TYPE
INSERT INTO daily SELECT '2024-03-05', 'a', groupBitmapState(1::UInt64), 5;
-- error CANNOT_CONVERT_TYPE
CREATE TABLE small (k UInt8, s AggregateFunction(groupBitmapIf, UInt8, UInt8)) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO small SELECT number % 2, groupBitmapIfState(toUInt8(number), number > 3) FROM numbers(300) GROUP BY 1;
INSERT INTO small SELECT number % 2, groupBitmapIfState(toUInt8(number), number > 1) FROM numbers(9) GROUP BY 1;
SELECT k, groupBitmapIfMerge(s) FROM small GROUP BY k ORDER BY k;
-- 0	128
-- 1	128
SELECT groupBitmapIfMerge(s) FROM small;
-- 0
SELECT groupBitmapIfMerge(s) FROM small WHERE k > 5;
-- 0
