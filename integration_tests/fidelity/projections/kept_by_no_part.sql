-- Extremes of floats are in no part, as NaN has another place in ClickHouse's.

CREATE TABLE t (k Float64, p UInt8) ENGINE = MergeTree ORDER BY k SETTINGS merge_selector_base = 1000000;
INSERT INTO t VALUES (1, 1);
ALTER TABLE t ADD PROJECTION extremes (SELECT p, min(k), max(k) GROUP BY p);
INSERT INTO t VALUES (2, 1), (nan, 2);
SELECT p, min(k) FROM t GROUP BY p ORDER BY p;
-- 1	1
-- 2	nan
OPTIMIZE TABLE t FINAL;
SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active ORDER BY name;
-- all_1_1_0
-- all_2_2_0
-- differs: no part has the projection, docs/differences.md#nothing-is-lost-or-guessed
-- all_1_2_1
ALTER TABLE t MATERIALIZE PROJECTION extremes SETTINGS mutations_sync = 2;
OPTIMIZE TABLE t FINAL;
SELECT count() FROM system.parts WHERE database = currentDatabase() AND table = 't' AND active;
-- 1
