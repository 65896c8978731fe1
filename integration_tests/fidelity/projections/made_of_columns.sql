-- What projections of plain columns have: sums that wrap, extremes, first values, groups of many parts.

CREATE TABLE t (k Int64, g Nullable(String), f Float64, i Int64, u UInt64, b UInt8, s String, d Date, at DateTime64(3), n Nullable(Int32), PROJECTION pg (SELECT g, count(), sum(i), sum(u), sum(b), avg(b), avg(i), min(s), max(s), min(d), max(at), min(i), max(u), any(b) GROUP BY g), PROJECTION pf (SELECT f, count(k), sum(b) GROUP BY f), PROJECTION pt (SELECT count(), sum(b), min(d)), PROJECTION ps (SELECT s, g, k ORDER BY (s, g)), PROJECTION pr (SELECT * ORDER BY f)) ENGINE = MergeTree ORDER BY k PARTITION BY b % 2 SETTINGS allow_nullable_key = 1;
INSERT INTO t VALUES (1, 'a', 1.5, 9223372036854775807, 18446744073709551615, 255, 'é', '1970-01-01', '2024-01-01 00:00:00.123', NULL), (2, NULL, nan, 1, 1, 254, '', '2149-06-06', '2024-01-02 00:00:00', 1), (3, 'a', nan, 5, 7, 3, 'z', '2024-02-29', '1999-12-31 23:59:59.999', 2), (4, NULL, 0.25, -9223372036854775808, 0, 4, '日本', '2024-02-29', '2100-01-01 00:00:00', NULL);
INSERT INTO t VALUES (5, '', 0.0, -1, 18446744073709551615, 1, 'a', '2000-01-01', '2024-01-01 00:00:00', 3), (6, NULL, inf, -9223372036854775808, 1, 2, '', '2000-01-02', '2024-01-01 00:00:00', 4);
SELECT name, sum(rows) FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active GROUP BY name ORDER BY name;
-- pf	6
-- pg	4
-- pr	6
-- ps	6
-- pt	4
SELECT g, count(), sum(i), sum(u), sum(b), avg(b), avg(i), min(s), max(s), min(d), max(at), min(i), max(u), any(b) >= 1 FROM t GROUP BY g ORDER BY g SETTINGS force_optimize_projection_name = 'pg';
-- ''	1	-1	18446744073709551615	1	1	-1	a	a	2000-01-01	2024-01-01 00:00:00.000	-1	18446744073709551615	1
-- a	2	-9223372036854775804	6	258	129	-4611686018427388000	z	é	1970-01-01	2024-01-01 00:00:00.123	5	18446744073709551615	1
-- \N	3	1	2	260	86.66666666666667	0.3333333333333333	''	日本	2000-01-02	2100-01-01 00:00:00.000	-9223372036854775808	1	1
SELECT toString(f), count(k), sum(b) FROM t GROUP BY f ORDER BY f SETTINGS force_optimize_projection_name = 'pf';
-- 0	1	1
-- 0.25	1	4
-- 1.5	1	255
-- inf	1	2
-- nan	2	257
SELECT count(), sum(b), min(d) FROM t SETTINGS optimize_use_implicit_projections = 0;
-- 6	519	1970-01-01
SELECT s, g, k FROM t WHERE s = '' ORDER BY k;
-- ''	\N	2
-- ''	\N	6
SELECT k, toString(f), n FROM t WHERE f = 0 ORDER BY k;
-- 5	0	3
OPTIMIZE TABLE t FINAL;
SELECT name, rows FROM system.projection_parts WHERE database = 'shop' AND table = 't' AND active AND name != 'pt' ORDER BY name, rows;
-- pf	3
-- pf	3
-- pg	1
-- pg	2
-- pr	3
-- pr	3
-- ps	3
-- ps	3
SELECT g, count(), sum(i), sum(u), sum(b), avg(b), avg(i), min(s), max(s), min(d), max(at), min(i), max(u) FROM t GROUP BY g ORDER BY g SETTINGS force_optimize_projection_name = 'pg';
-- ''	1	-1	18446744073709551615	1	1	-1	a	a	2000-01-01	2024-01-01 00:00:00.000	-1	18446744073709551615
-- a	2	-9223372036854775804	6	258	129	-4611686018427388000	z	é	1970-01-01	2024-01-01 00:00:00.123	5	18446744073709551615
-- \N	3	1	2	260	86.66666666666667	0.3333333333333333	''	日本	2000-01-02	2100-01-01 00:00:00.000	-9223372036854775808	1
SELECT toString(f), count(k), sum(b) FROM t GROUP BY f ORDER BY f SETTINGS force_optimize_projection_name = 'pf';
-- 0	1	1
-- 0.25	1	4
-- 1.5	1	255
-- inf	1	2
-- nan	2	257
CHECK TABLE t;
-- 0_2_4_1	1	''
-- 1_1_3_1	1	''
ALTER TABLE t ADD COLUMN z Int32 DEFAULT 7;
ALTER TABLE t ADD PROJECTION pz (SELECT z, count(), max(z) GROUP BY z);
ALTER TABLE t MATERIALIZE PROJECTION pz SETTINGS mutations_sync = 2;
SELECT z, count(), max(z) FROM t GROUP BY z SETTINGS force_optimize_projection_name = 'pz';
-- 7	6	7
ALTER TABLE t UPDATE i = i + 1 WHERE k IN (2, 5) SETTINGS mutations_sync = 2;
SELECT g, count(), sum(i), min(s), max(u) FROM t GROUP BY g ORDER BY g SETTINGS force_optimize_projection_name = 'pg';
-- ''	1	0	a	18446744073709551615
-- a	2	-9223372036854775804	z	18446744073709551615
-- \N	3	2	''	1
ALTER TABLE t MODIFY SETTING lightweight_mutation_projection_mode = 'rebuild';
DELETE FROM t WHERE k = 3;
SELECT g, count(), sum(i), min(s), max(u) FROM t GROUP BY g ORDER BY g SETTINGS force_optimize_projection_name = 'pg';
-- ''	1	0	a	18446744073709551615
-- a	1	9223372036854775807	é	18446744073709551615
-- \N	3	2	''	1
