-- Engines that merge rows: projections are of the rows that parts have.

CREATE TABLE r (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS deduplicate_merge_projection_mode = 'rebuild';
INSERT INTO r VALUES (1, 1), (2, 1);
INSERT INTO r VALUES (1, 1), (3, 2);
SELECT v, count() FROM r GROUP BY v ORDER BY v SETTINGS force_optimize_projection = 1;
-- 1	3
-- 2	1
SELECT v, count() FROM r FINAL GROUP BY v ORDER BY v;
-- 1	2
-- 2	1
SELECT v, count() FROM r FINAL GROUP BY v SETTINGS force_optimize_projection = 1;
-- error PROJECTION_NOT_USED
SELECT v, count() FROM r GROUP BY v ORDER BY v SETTINGS final = 1;
-- 1	2
-- 2	1
OPTIMIZE TABLE r FINAL;
SELECT name, parent_name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 'r' AND active;
-- p	all_1_2_2	2
SELECT v, count() FROM r GROUP BY v ORDER BY v SETTINGS force_optimize_projection = 1;
-- 1	2
-- 2	1
CREATE TABLE s (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = SummingMergeTree ORDER BY k SETTINGS deduplicate_merge_projection_mode = 'drop';
INSERT INTO s VALUES (1, 1), (2, 1);
INSERT INTO s VALUES (1, 1), (3, 2);
SELECT v, count() FROM s GROUP BY v ORDER BY v SETTINGS force_optimize_projection = 1;
-- 1	3
-- 2	1
OPTIMIZE TABLE s FINAL;
SELECT name, parent_name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 's' AND active;
-- (no rows)
SELECT v, count() FROM s GROUP BY v ORDER BY v;
-- 1	1
-- 2	2
