-- SummingMergeTree: what is summed, what keeps the first value, which rows go.

CREATE TABLE s (k Int8, name String, a Int8, b UInt64, c Nullable(Int32), d Decimal(10, 2), f Float64, day Date, on Bool) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO s VALUES (1, 'x', 100, 18446744073709551615, NULL, 1.5, 0.5, '2024-01-01', true);
INSERT INTO s VALUES (1, 'y', 100, 2, 5, 2.25, 0.25, '2024-01-02', false), (2, 'z', 1, 1, NULL, 0, 0, '2024-01-03', false);
SELECT * FROM s FINAL ORDER BY k;
-- 1	x	-56	1	5	3.75	0.75	2024-01-01	true
-- 2	z	1	1	\N	0	0	2024-01-03	false
SELECT k, name, a FROM s ORDER BY ALL;
-- 1	x	100
-- 1	y	100
-- 2	z	1
SELECT count() FROM s FINAL;
-- 2
SELECT min(a), max(b), sum(c), count(c) FROM s FINAL;
-- -56	1	5	1
INSERT INTO s VALUES (2, 'w', -1, 18446744073709551615, NULL, 0, 0, '2024-01-04', false);
SELECT * FROM s FINAL ORDER BY k;
-- 1	x	-56	1	5	3.75	0.75	2024-01-01	true
INSERT INTO s VALUES (2, 'late', 7, 0, 1, 0, 0, '2024-01-05', true), (3, 'zero', 0, 0, NULL, 0, 0, '2024-01-05', false);
SELECT * FROM s FINAL ORDER BY k;
-- 1	x	-56	1	5	3.75	0.75	2024-01-01	true
-- 2	z	7	0	1	0	0	2024-01-03	true
OPTIMIZE TABLE s FINAL;
SELECT * FROM s ORDER BY k;
-- 1	x	-56	1	5	3.75	0.75	2024-01-01	true
-- 2	z	7	0	1	0	0	2024-01-03	true
SELECT name, rows FROM system.parts WHERE database = currentDatabase() AND table = 's' AND active;
-- all_1_4_2	2
INSERT INTO s (k, a) VALUES (1, 1), (1, 2), (5, 1);
SELECT k, name, a, c, day FROM s FINAL ORDER BY k;
-- 1	x	-53	5	2024-01-01
-- 2	z	7	1	2024-01-03
-- 5	''	1	\N	1970-01-01
ALTER TABLE s UPDATE a = 50 WHERE k = 1 SETTINGS mutations_sync = 2;
SELECT k, name, a FROM s FINAL ORDER BY k;
-- 1	x	100
-- 2	z	7
-- 5	''	1
DELETE FROM s WHERE k = 5;
SELECT k, name, a FROM s FINAL ORDER BY k;
-- 1	x	100
-- 2	z	7
ALTER TABLE s ADD COLUMN e Int16 DEFAULT a + 1 AFTER a;
SELECT k, a, e FROM s FINAL ORDER BY k;
-- 1	100	102
-- 2	7	8
INSERT INTO s (k, a, e) VALUES (1, 1, 10);
SELECT k, a, e FROM s FINAL ORDER BY k;
-- 1	101	112
-- 2	7	8
OPTIMIZE TABLE s FINAL;
SELECT k, a, e FROM s ORDER BY k;
-- 1	101	112
-- 2	7	8
SELECT engine, engine_full, sorting_key FROM system.tables WHERE database = currentDatabase() AND name = 's';
-- SummingMergeTree	SummingMergeTree ORDER BY k SETTINGS index_granularity = 8192	k
