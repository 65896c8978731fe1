-- DELETE FROM of a table with projections.

CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count(), sum(k) GROUP BY v)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, number % 3 FROM numbers(30);
DELETE FROM t WHERE k = 1;
-- error SUPPORT_IS_DISABLED
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v;
-- 0	10	135
-- 1	10	145
-- 2	10	155
ALTER TABLE t MODIFY SETTING lightweight_mutation_projection_mode = 'nothing';
-- error BAD_ARGUMENTS
ALTER TABLE t MODIFY SETTING lightweight_mutation_projection_mode = 'rebuild';
DELETE FROM t WHERE k = 1;
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v;
-- 0	10	135
-- 1	9	144
-- 2	10	155
SELECT name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active;
-- p	3
ALTER TABLE t MODIFY SETTING lightweight_mutation_projection_mode = 'drop';
DELETE FROM t WHERE k = 2;
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v;
-- 0	10	135
-- 1	9	144
-- 2	9	153
SELECT name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active;
-- (no rows)
OPTIMIZE TABLE t FINAL;
SELECT v, count(), sum(k) FROM t GROUP BY v ORDER BY v;
-- 0	10	135
-- 1	9	144
-- 2	9	153
