-- Queries that a projection answers, and such as it does not.

CREATE TABLE t (k Int64, v Int64, s String, n Nullable(Int32), PROJECTION p (SELECT v, s, count(), sum(k), avg(k), min(n), max(n), uniqExact(k), sumIf(k, v > 3), argMax(s, k), any(v) GROUP BY v, s)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, number % 10, toString(number % 3), if(number % 4 = 0, NULL, number % 5) FROM numbers(1000);
INSERT INTO t SELECT number, number % 11, toString(number % 3), NULL FROM numbers(500, 100);
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v SETTINGS force_optimize_projection_name = 'p';
-- 0	109	54450
-- 1	109	54559
-- 2	109	54668
-- 3	109	54777
-- 4	109	54886
-- 5	110	55495
-- 6	109	55005
-- 7	109	55114
-- 8	109	55223
-- 9	109	55332
-- 10	9	4941
SELECT v AS w, count() AS s FROM t WHERE v > 3 GROUP BY w HAVING s > 10 ORDER BY s DESC, w LIMIT 2 SETTINGS force_optimize_projection_name = 'p';
-- 5	110
-- 4	109
SELECT v + 1, avg(k) FROM t GROUP BY v + 1 ORDER BY 1 LIMIT 2 SETTINGS force_optimize_projection_name = 'p';
-- 1	499.54128440366975
-- 2	500.54128440366975
SELECT min(n), max(n), uniqExact(k), sumIf(k, v > 3), argMax(s, k) FROM t SETTINGS force_optimize_projection_name = 'p';
-- 0	4	1000	335996	0
SELECT s, min(n), max(n), uniqExact(k), sumIf(k, v > 3), argMax(s, k) FROM t GROUP BY s ORDER BY s SETTINGS force_optimize_projection_name = 'p';
-- 0	0	4	334	111768	0
-- 1	0	4	333	111830	1
-- 2	0	4	333	112398	2
SELECT sum(k) / count() FROM t WHERE s = '1' AND v IN (1, 2, 3) SETTINGS force_optimize_projection_name = 'p';
-- 501.5321100917431
SELECT count() FROM t WHERE v = 77 SETTINGS force_optimize_projection_name = 'p';
-- 0
SELECT v, count() FROM t WHERE v = 77 GROUP BY v SETTINGS force_optimize_projection_name = 'p';
-- (no rows)
SELECT DISTINCT v FROM t ORDER BY v DESC LIMIT 3 SETTINGS force_optimize_projection_name = 'p';
-- 10
-- 9
-- 8
SELECT v FROM t GROUP BY v ORDER BY v LIMIT 1 SETTINGS force_optimize_projection_name = 'p';
-- 0
SELECT t.s, sum(t.k) FROM t GROUP BY t.s ORDER BY t.s SETTINGS force_optimize_projection_name = 'p';
-- 0	184950
-- 1	184317
-- 2	185183
SELECT x.s AS y, sum(x.k) FROM t AS x GROUP BY x.s ORDER BY y SETTINGS force_optimize_projection_name = 'p';
-- 0	184950
-- 1	184317
-- 2	185183
SELECT v + 1 AS v, count() FROM t GROUP BY v ORDER BY v LIMIT 2;
-- 1	109
-- 2	109
SELECT -v AS v, sum(k) AS k FROM t GROUP BY v ORDER BY v LIMIT 2;
-- -10	4941
-- -9	55332
SELECT s, v % 2, count() FROM t GROUP BY s, v % 2 WITH ROLLUP ORDER BY ALL SETTINGS force_optimize_projection_name = 'p';
-- ''	0	1100
-- 0	0	185
-- 0	0	367
-- 0	1	182
-- 1	0	184
-- 1	0	366
-- 1	1	182
-- 2	0	185
-- 2	0	367
-- 2	1	182
SELECT c, count() FROM (SELECT v, count() AS c FROM t GROUP BY v) GROUP BY c ORDER BY c SETTINGS force_optimize_projection_name = 'p';
-- 9	1
-- 109	9
-- 110	1
WITH (SELECT max(k) FROM t) AS m SELECT s, count() FROM t GROUP BY s HAVING count() < m ORDER BY s;
-- 0	367
-- 1	366
-- 2	367
SELECT s, count() FROM t GROUP BY s ORDER BY count() DESC, s LIMIT 1 BY s SETTINGS force_optimize_projection_name = 'p';
-- 0	367
-- 2	367
-- 1	366
SELECT v, median(k) FROM t GROUP BY v ORDER BY v LIMIT 1 SETTINGS force_optimize_projection_name = 'p';
-- error INCORRECT_DATA
SELECT v, count() FROM t WHERE k > 5 GROUP BY v ORDER BY v LIMIT 1 SETTINGS force_optimize_projection_name = 'p';
-- error INCORRECT_DATA
SELECT v, sum(k * v) FROM t GROUP BY v ORDER BY v LIMIT 1 SETTINGS force_optimize_projection = 1;
-- error PROJECTION_NOT_USED
SELECT k FROM t WHERE k = 3 SETTINGS force_optimize_projection = 1;
-- error PROJECTION_NOT_USED
SELECT k FROM t WHERE k = 3 SETTINGS force_optimize_projection = 1, optimize_use_projections = 0;
-- 3
SELECT count() FROM t SETTINGS force_optimize_projection = 1;
-- 1100
SELECT 1 SETTINGS force_optimize_projection = 1, force_optimize_projection_name = 'p';
-- 1
SELECT v, count() FROM t GROUP BY v ORDER BY v LIMIT 1 SETTINGS optimize_use_projections = 0;
-- 0	109
SELECT v, count() FROM t GROUP BY v ORDER BY v LIMIT 1 SETTINGS preferred_optimize_projection_name = 'nothing';
-- 0	109
SELECT count(), max(k) FROM t SETTINGS optimize_use_implicit_projections = 0;
-- 1100	999
CREATE VIEW w AS SELECT v, sum(k) AS s FROM t GROUP BY v;
SELECT s FROM w WHERE v = 3;
-- 54777
ALTER TABLE t DROP PROJECTION p;
SELECT s FROM w WHERE v = 3;
-- 54777
