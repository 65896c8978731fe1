-- Parts that come from elsewhere bring their projections.

CREATE TABLE a (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = MergeTree ORDER BY k PARTITION BY v;
CREATE TABLE b (k Int64, v Int64) ENGINE = MergeTree ORDER BY k PARTITION BY v;
CREATE TABLE c (k Int64, v Int64, PROJECTION p (SELECT v, sum(k) GROUP BY v)) ENGINE = MergeTree ORDER BY k PARTITION BY v;
CREATE TABLE d AS a;
INSERT INTO a VALUES (1, 1), (2, 1), (3, 2);
INSERT INTO b VALUES (1, 1), (2, 1);
ALTER TABLE b ATTACH PARTITION 1 FROM a;
-- error BAD_ARGUMENTS
ALTER TABLE c ATTACH PARTITION 1 FROM a;
-- error BAD_ARGUMENTS
ALTER TABLE a MOVE PARTITION 1 TO TABLE b;
-- error BAD_ARGUMENTS
ALTER TABLE a ATTACH PARTITION 1 FROM b;
SELECT name, projections FROM system.parts WHERE database = 'shop' AND table = 'a' AND active ORDER BY name;
-- 1_1_1_0	['p']
-- 1_3_3_0	[]
-- 2_2_2_0	['p']
SELECT v, count() FROM a GROUP BY v ORDER BY v;
-- 1	4
-- 2	1
ALTER TABLE d ATTACH PARTITION 1 FROM a;
ALTER TABLE d REPLACE PARTITION 2 FROM a;
SELECT v, count() FROM d GROUP BY v ORDER BY v SETTINGS force_optimize_projection = 1;
-- 1	4
-- 2	1
ALTER TABLE a MATERIALIZE PROJECTION p IN PARTITION 1 SETTINGS mutations_sync = 2;
SELECT partition, rows, parent_rows FROM system.projection_parts WHERE database = 'shop' AND table = 'a' AND active ORDER BY partition, parent_name;
-- 1	1	2
-- 1	1	2
-- 2	1	1
ALTER TABLE a CLEAR PROJECTION p IN PARTITION ID '2' SETTINGS mutations_sync = 2;
SELECT DISTINCT partition FROM system.projection_parts WHERE database = 'shop' AND table = 'a' AND active;
-- 1
ALTER TABLE a DETACH PARTITION 1;
SELECT v, count() FROM a GROUP BY v ORDER BY v;
-- 2	1
ALTER TABLE a ATTACH PARTITION 1;
SELECT v, count() FROM a GROUP BY v ORDER BY v;
-- 1	4
-- 2	1
SELECT command FROM system.mutations WHERE database = 'shop' AND table = 'a' ORDER BY mutation_id;
-- (MATERIALIZE PROJECTION p IN PARTITION 1)
-- (CLEAR PROJECTION p IN PARTITION ID '2')
ALTER TABLE a MOVE PARTITION 1 TO TABLE d;
SELECT v, count() FROM d GROUP BY v ORDER BY v;
-- 1	8
-- 2	1
DETACH TABLE d;
ATTACH TABLE d;
SELECT v, count() FROM d GROUP BY v ORDER BY v;
-- 1	8
-- 2	1
EXCHANGE TABLES a AND d;
SELECT v, count() FROM a GROUP BY v ORDER BY v;
-- 1	8
-- 2	1
RENAME TABLE a TO e;
SELECT v, count() FROM e GROUP BY v ORDER BY v;
-- 1	8
-- 2	1
