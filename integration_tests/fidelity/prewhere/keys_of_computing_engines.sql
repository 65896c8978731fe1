-- PREWHERE on columns of the sorting key is the same before FINAL and behind it, for all engines.

SET optimize_on_insert = 0;
CREATE TABLE s (d Date, a UInt32, b UInt32, v Int32) ENGINE = SummingMergeTree ORDER BY (a, b);
INSERT INTO s VALUES ('2020-01-01', 1, 1, 5), ('2020-01-01', 2, 1, 5);
INSERT INTO s VALUES ('2020-01-01', 1, 1, 7);
SELECT * FROM s FINAL PREWHERE a < 2;
-- 2020-01-01	1	1	12
SELECT v FROM s FINAL PREWHERE a < 1000 AND b = 1 WHERE v > 5;
-- 12
SELECT sum(v) FROM s AS t FINAL PREWHERE (t.a + b) = 2 OR a IN (7);
-- 12
SELECT a AS z, v FROM s FINAL PREWHERE z = 2;
-- 2	5
CREATE TABLE g (k UInt32, s SimpleAggregateFunction(max, UInt32), l SimpleAggregateFunction(groupArrayArray, Array(UInt8))) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO g VALUES (1, 5, [1]), (2, 6, [2]);
INSERT INTO g VALUES (1, 9, [3]);
SELECT k, s, arraySort(l) FROM g FINAL PREWHERE k = 1;
-- 1	9	[1,3]
SELECT count() FROM g FINAL PREWHERE 1;
-- 2
SELECT k, x FROM g FINAL ARRAY JOIN l AS x PREWHERE k = 1 ORDER BY x;
-- 1	1
-- 1	3
CREATE TABLE p (k UInt32, p UInt32, v Int32) ENGINE = SummingMergeTree PARTITION BY p ORDER BY k;
INSERT INTO p VALUES (1, 1, 5);
INSERT INTO p VALUES (1, 2, 7);
SELECT k, v FROM p FINAL PREWHERE k = 1;
-- 1	12
CREATE TABLE c (k UInt32, v String, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
INSERT INTO c VALUES (1, 'a', 1), (2, 'b', 1);
INSERT INTO c VALUES (1, 'a', -1), (1, 'z', 1);
SELECT * FROM c FINAL PREWHERE k = 1;
-- 1	z	1
CREATE TABLE r (k UInt32, v String, ver UInt8, del UInt8) ENGINE = ReplacingMergeTree(ver, del) ORDER BY (k, toString(k));
INSERT INTO r VALUES (1, 'a', 1, 0), (2, 'b', 1, 0);
INSERT INTO r VALUES (1, 'a', 2, 1), (2, 'c', 2, 0);
SELECT * FROM r FINAL PREWHERE k IN (1, 2);
-- 2	c	2	0
SELECT * FROM r FINAL PREWHERE k = 1 AND v = 'a' AND del = 0;
-- 1	a	1	0
