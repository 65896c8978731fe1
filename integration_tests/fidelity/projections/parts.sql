-- Which parts have a projection: new and merged ones, and those in which it is materialized.

CREATE TABLE t (k Int64, v Int64, s String, PROJECTION p (SELECT v, count(), sum(k) GROUP BY v)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, number % 10, toString(number % 7) FROM numbers(1000);
SELECT name, rows, projections FROM system.parts WHERE database = 'shop' AND table = 't' AND active;
-- all_1_1_0	1000	['p']
ALTER TABLE t ADD PROJECTION q (SELECT s, max(v) GROUP BY s);
SELECT name, projections FROM system.parts WHERE database = 'shop' AND table = 't' AND active;
-- all_1_1_0	['p']
ALTER TABLE t MATERIALIZE PROJECTION q SETTINGS mutations_sync = 2;
SELECT name, parent_name, rows, parent_rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- p	all_1_1_0_2	10	1000
-- q	all_1_1_0_2	7	1000
INSERT INTO t VALUES (5000, 3, '0'), (5001, 4, '0');
SELECT name, parent_name, rows, parent_rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name, parent_name;
-- p	all_1_1_0_2	10	1000
-- p	all_3_3_0	2	2
-- q	all_1_1_0_2	7	1000
-- q	all_3_3_0	1	2
OPTIMIZE TABLE t FINAL;
SELECT name, parent_name, rows, parent_rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- p	all_1_3_1_2	10	1002
-- q	all_1_3_1_2	7	1002
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v SETTINGS force_optimize_projection_name = 'p';
-- 0	100	49500
-- 1	100	49600
-- 2	100	49700
-- 3	101	54800
-- 4	101	54901
-- 5	100	50000
-- 6	100	50100
-- 7	100	50200
-- 8	100	50300
-- 9	100	50400
SELECT s, max(v) FROM t GROUP BY s ORDER BY s SETTINGS force_optimize_projection_name = 'q';
-- 0	9
-- 1	9
-- 2	9
-- 3	9
-- 4	9
-- 5	9
-- 6	9
ALTER TABLE t CLEAR PROJECTION q SETTINGS mutations_sync = 2;
SELECT name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active;
-- p	10
OPTIMIZE TABLE t FINAL;
SELECT name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active;
-- p	10
SET mutations_sync = 2;
ALTER TABLE t UPDATE v = 100 WHERE k = 3;
SELECT name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active ORDER BY name;
-- p	11
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v DESC LIMIT 2 SETTINGS force_optimize_projection_name = 'p';
-- 100	1	3
-- 9	100	50400
ALTER TABLE t DELETE WHERE v = 100;
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v DESC LIMIT 2 SETTINGS force_optimize_projection_name = 'p';
-- 9	100	50400
-- 8	100	50300
ALTER TABLE t DROP PROJECTION p;
SELECT name FROM system.projections WHERE database = 'shop' AND table = 't';
-- q
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v DESC LIMIT 2;
-- 9	100	50400
-- 8	100	50300
ALTER TABLE t ADD PROJECTION p (SELECT v, max(k) GROUP BY v);
SELECT v, max(k) FROM t GROUP BY v ORDER BY v DESC LIMIT 2;
-- 9	999
-- 8	998
TRUNCATE TABLE t;
SELECT v, max(k) FROM t GROUP BY v;
-- (no rows)
