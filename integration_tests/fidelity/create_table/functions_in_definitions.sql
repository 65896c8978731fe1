-- Functions of CREATE FUNCTION in definitions of tables, which keep their bodies.

CREATE TABLE t (k UInt8) ENGINE=MergeTree ORDER BY k;
CREATE FUNCTION zz_twice AS x -> x * 2;
CREATE FUNCTION zz_day AS (d, n) -> d + toIntervalDay(n);
INSERT INTO t VALUES (zz_twice(4));
CREATE TABLE u (k UInt8, d Date, l UInt8 DEFAULT zz_twice(k), m UInt16 MATERIALIZED zz_twice(zz_twice(k)), a UInt16 ALIAS zz_twice(l) + 1, v UInt8 TTL zz_day(d, 3), INDEX i zz_twice(k) TYPE minmax, CONSTRAINT c CHECK zz_twice(k) < 100) ENGINE=MergeTree PARTITION BY zz_twice(k) % 3 ORDER BY (k, zz_twice(k)) PRIMARY KEY k TTL zz_day(d, 100000);
INSERT INTO u (k, d, v) VALUES (3, '2100-01-01', 5);
SELECT k, l, m, a, _partition_id FROM u;
-- 3	6	12	13	0
INSERT INTO u (k) VALUES (60);
-- error VIOLATED_CONSTRAINT
ALTER TABLE u ADD COLUMN n UInt32 DEFAULT zz_twice(m), MODIFY COLUMN l DEFAULT zz_twice(k) + 1;
DROP FUNCTION zz_twice;
INSERT INTO u (k, d) VALUES (4, '2100-01-01');
SELECT k, l, m, a, n FROM u ORDER BY k;
-- 3	6	12	13	24
-- 4	9	16	19	32
SELECT name, default_expression FROM system.columns WHERE table = 'u' AND database = currentDatabase() ORDER BY name;
-- a	(l * 2) + 1
-- d	''
-- k	''
-- l	(k * 2) + 1
-- m	(k * 2) * 2
-- n	m * 2
-- v	''
ALTER TABLE u ADD CONSTRAINT c2 CHECK zz_day(d, 1) > '2000-01-01';
ALTER TABLE u ADD COLUMN o UInt32 DEFAULT zz_twice(m);
-- error UNKNOWN_FUNCTION
ALTER TABLE u MODIFY TTL zz_day(d, 200000);
ALTER TABLE u ADD COLUMN p Date DEFAULT zz_day(d);
-- error UNSUPPORTED_METHOD
DROP FUNCTION zz_day;
INSERT INTO u (k, d) VALUES (5, '1980-01-01');
-- error VIOLATED_CONSTRAINT
SELECT partition_key, sorting_key, primary_key FROM system.tables WHERE name = 'u' AND database = currentDatabase();
-- (k * 2) % 3	k, k * 2	k
CREATE FUNCTION zz_day2 AS (d, n) -> d + toIntervalDay(n);
ALTER TABLE u UPDATE d = zz_day2(d) WHERE 1;
-- error UNSUPPORTED_METHOD
ALTER TABLE u DELETE WHERE zz_day2(d) = d;
-- error UNSUPPORTED_METHOD
CREATE TABLE y (k UInt8, l UInt8 DEFAULT zz_day2(k)) ENGINE=MergeTree ORDER BY k;
-- error UNSUPPORTED_METHOD
DROP FUNCTION zz_day2;
