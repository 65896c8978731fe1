-- arrayJoin inside of ARRAY JOIN.

CREATE TABLE n2 (id UInt8, a Array(Array(UInt8))) ENGINE = MergeTree ORDER BY id;
INSERT INTO n2 VALUES (1, [[1, 2], [3]]);
SELECT z FROM n2 ARRAY JOIN arrayJoin(a) AS z ORDER BY z;
-- 1
-- 2
-- 3
SELECT z FROM n2 ARRAY JOIN arrayMap(x -> x + 1, arrayJoin(a)) AS z ORDER BY z;
-- 2
-- 3
-- 4
SELECT z, arrayJoin(a) FROM n2 ARRAY JOIN arrayJoin(a) AS z ORDER BY ALL;
-- 1	[1,2]
-- 1	[3]
-- 2	[1,2]
-- 2	[3]
-- 3	[1,2]
-- 3	[3]
SELECT z FROM n2 LEFT ARRAY JOIN arrayFilter(x -> x > 2, arrayJoin(a)) AS z ORDER BY z;
-- 0
-- 3
