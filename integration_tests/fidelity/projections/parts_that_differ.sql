-- Parts merge with such as have the same projections only.

CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1);
INSERT INTO t VALUES (2, 1);
ALTER TABLE t ADD PROJECTION p (SELECT v, count() GROUP BY v);
INSERT INTO t VALUES (3, 1);
INSERT INTO t VALUES (4, 1);
OPTIMIZE TABLE t FINAL;
OPTIMIZE TABLE t FINAL SETTINGS optimize_throw_if_noop = 1;
-- error CANNOT_ASSIGN_OPTIMIZE
SELECT name, rows, projections FROM system.parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- all_1_1_0	1	[]
-- all_2_2_0	1	[]
-- all_3_3_0	1	['p']
-- all_4_4_0	1	['p']
ALTER TABLE t MODIFY SETTING materialize_projections_on_merge = 1;
OPTIMIZE TABLE t FINAL;
SELECT name, rows, projections FROM system.parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- all_1_1_0	1	[]
-- all_2_2_0	1	[]
-- all_3_3_0	1	['p']
-- all_4_4_0	1	['p']
SELECT v, count() FROM t GROUP BY v;
-- 1	4
ALTER TABLE t MATERIALIZE PROJECTION p SETTINGS mutations_sync = 2;
OPTIMIZE TABLE t FINAL;
SELECT name, rows, projections FROM system.parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- all_1_4_1_5	4	['p']
SELECT v, count() FROM t GROUP BY v SETTINGS force_optimize_projection = 1;
-- 1	4

-- A merge writes what all of its parts lack if the table says so.
CREATE TABLE u (k Int64, v Int64) ENGINE = MergeTree ORDER BY k SETTINGS materialize_projections_on_merge = 1;
INSERT INTO u VALUES (1, 1);
INSERT INTO u VALUES (2, 1);
ALTER TABLE u ADD PROJECTION p (SELECT v, count() GROUP BY v);
OPTIMIZE TABLE u FINAL;
SELECT name, rows, projections FROM system.parts WHERE database = 'shop' AND table = 'u' AND active ORDER BY name;
-- all_1_2_1	2	['p']
