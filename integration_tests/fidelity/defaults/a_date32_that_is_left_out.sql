-- The type's default is 1970-01-01; a column that is left out has the least day.

CREATE TABLE t (k UInt8, d Date32, n Nullable(Date32)) ENGINE = ReplacingMergeTree PARTITION BY toYear(d) ORDER BY k;
INSERT INTO t (k) VALUES (1);
INSERT INTO t (k, d) VALUES (2, DEFAULT), (3, '2024-02-29');
INSERT INTO t (k) SELECT 4;
ALTER TABLE t ADD COLUMN e Date32, ADD COLUMN f Date32 DEFAULT d + 1;

SELECT * FROM t ORDER BY k;
-- 1	1900-01-01	\N	1900-01-01	1900-01-02
-- 2	1970-01-01	\N	1900-01-01	1970-01-02
-- 3	2024-02-29	\N	1900-01-01	2024-03-01
-- 4	1900-01-01	\N	1900-01-01	1900-01-02
SELECT partition_id, rows FROM system.parts WHERE table = 't' AND database = currentDatabase() AND active ORDER BY name;
-- 1900	1
-- 1900	1
-- 1970	1
-- 2024	1
SELECT max(d), any(e) FROM t WHERE k > 9;
-- 1970-01-01	1970-01-01
