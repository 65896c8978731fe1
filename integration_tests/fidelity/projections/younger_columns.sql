-- A part keeps a projection of all columns when a column comes, and merges with parts that have that, too.

CREATE TABLE t (k Int32, v Int32, PROJECTION pn (SELECT * ORDER BY v), PROJECTION pg (SELECT v, count(), max(k) GROUP BY v)) ENGINE = MergeTree ORDER BY k SETTINGS merge_selector_base = 1000000;
INSERT INTO t VALUES (1, 5), (2, 4);
ALTER TABLE t ADD COLUMN z Nullable(Float64) DEFAULT k;
SELECT name, projections FROM system.parts WHERE table = 't' AND active AND database = currentDatabase();
-- all_1_1_0	['pg','pn']
SELECT parent_name, name, rows FROM system.projection_parts WHERE table = 't' AND active AND database = currentDatabase() ORDER BY ALL;
-- all_1_1_0	pg	2
-- all_1_1_0	pn	2
INSERT INTO t VALUES (3, 5, 1), (2, 4, 7);
SELECT name, projections FROM system.parts WHERE table = 't' AND active AND database = currentDatabase() ORDER BY ALL;
-- all_1_1_0	['pg','pn']
-- all_2_2_0	['pg','pn']
SELECT * FROM t WHERE v = 5 ORDER BY k;
-- 1	5	1
-- 3	5	1
SELECT v, count(), max(k) FROM t GROUP BY v ORDER BY v;
-- 4	2	2
-- 5	2	3
OPTIMIZE TABLE t FINAL;
SELECT name, projections FROM system.parts WHERE table = 't' AND active AND database = currentDatabase() ORDER BY ALL;
-- all_1_2_1	['pg','pn']
SELECT * FROM t WHERE v = 5 ORDER BY k;
-- 1	5	1
-- 3	5	1
ALTER TABLE t ADD COLUMN w String DEFAULT 'q';
ALTER TABLE t UPDATE z = 3 WHERE k = 1 SETTINGS mutations_sync = 2;
SELECT name, projections FROM system.parts WHERE table = 't' AND active AND database = currentDatabase() ORDER BY ALL;
-- all_1_2_1_3	['pg','pn']
SELECT * FROM t WHERE v = 5 ORDER BY k;
-- 1	5	3	q
-- 3	5	1	q
ALTER TABLE t MATERIALIZE PROJECTION pn SETTINGS mutations_sync = 2;
SELECT name, projections FROM system.parts WHERE table = 't' AND active AND database = currentDatabase() ORDER BY ALL;
-- all_1_2_1_4	['pg','pn']
SELECT * FROM t WHERE v = 5 ORDER BY k;
-- 1	5	3	q
-- 3	5	1	q
CREATE TABLE s (k Float64, p UInt8, v0 LowCardinality(String), v1 Int32, PROJECTION pn (SELECT * ORDER BY v0)) ENGINE = SummingMergeTree PARTITION BY p ORDER BY (k) SETTINGS merge_selector_base = 1000000, allow_dimensions_outside_sorting_key = 1, deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild';
INSERT INTO s (k, p, v1) VALUES (nan, 1, -1);
OPTIMIZE TABLE s FINAL;
SELECT name, projections FROM system.parts WHERE table = 's' AND active AND database = currentDatabase();
-- 1_1_1_2	['pn']
OPTIMIZE TABLE s PARTITION 1 DEDUPLICATE;
SELECT name, projections FROM system.parts WHERE table = 's' AND active AND database = currentDatabase();
-- 1_1_1_2	['pn']
ALTER TABLE s ADD COLUMN z Nullable(Float64) DEFAULT NULL;
OPTIMIZE TABLE s FINAL;
SELECT name, projections FROM system.parts WHERE table = 's' AND active AND database = currentDatabase();
-- 1_1_1_3	['pn']
INSERT INTO s (k, p, v0, v1, z) SETTINGS optimize_on_insert = 0 VALUES (1.5, 2, '', 0, nan), (1.5, 2, 'b', 0, 0.5), (nan, 2, '', 1, nan);
INSERT INTO s (k, p, v0, v1, z) VALUES (1.5, 2, 'b', 0, nan), (nan, 2, 'a', -1, -0.5), (1.5, 1, 'a', 0, nan), (1.5, 1, '', -1, nan);
SELECT name, projections FROM system.parts WHERE table = 's' AND active AND database = currentDatabase() ORDER BY name;
-- 1_1_1_3	['pn']
-- 1_4_4_1	['pn']
-- 2_2_2_0	['pn']
-- 2_3_3_1	['pn']
OPTIMIZE TABLE s FINAL;
SELECT name, projections FROM system.parts WHERE table = 's' AND active AND database = currentDatabase() ORDER BY name;
-- 1_1_4_4	['pn']
-- 2_2_3_2	['pn']
