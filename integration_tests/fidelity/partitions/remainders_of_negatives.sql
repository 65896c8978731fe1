-- `%` in a partition key is moduloLegacy: it has as many bits as the divisor, and a sign if one of both has one.

CREATE TABLE t (id Int64, v UInt8) ENGINE = ReplacingMergeTree(v) PARTITION BY id % 200 ORDER BY id;
INSERT INTO t VALUES (-199, 1), (-5, 1), (5, 1), (57, 1), (195, 1), (395, 1);
SELECT id, _partition_id, toTypeName(_partition_value) FROM t ORDER BY id;
-- -199	57	Tuple(Int16)
-- -5	-5	Tuple(Int16)
-- 5	5	Tuple(Int16)
-- 57	57	Tuple(Int16)
-- 195	-61	Tuple(Int16)
-- 395	-61	Tuple(Int16)
SELECT partition, rows FROM system.parts WHERE database = 'shop' AND table = 't' AND active ORDER BY partition;
-- -5	1
-- -61	2
-- 5	1
-- 57	2
SELECT id FROM t WHERE id % 200 = 195 ORDER BY id;
-- 195
-- 395
INSERT INTO t VALUES (57, 2), (-199, 2), (395, 0);
SELECT id, v FROM t FINAL ORDER BY id;
-- -199	2
-- -5	1
-- 5	1
-- 57	2
-- 195	1
-- 395	1
OPTIMIZE TABLE t FINAL;
SELECT id, v, _partition_id FROM t ORDER BY id;
-- -199	2	57
-- -5	1	-5
-- 5	1	5
-- 57	2	57
-- 195	1	-61
-- 395	1	-61
ALTER TABLE t DROP PARTITION 57;
ALTER TABLE t DROP PARTITION -61;
SELECT id FROM t ORDER BY id;
-- -5
-- 5
CREATE TABLE nested (id Int32, s String) ENGINE = MergeTree PARTITION BY (id % 200 % 10, MOD(id, 40000), mod(id, 200)) ORDER BY id;
INSERT INTO nested VALUES (-197, 'a'), (197, 'b'), (39999, 'c'), (-39999, 'd');
SELECT id, _partition_id FROM nested ORDER BY id;
-- -39999	7-25537-57
-- -197	9--197-59
-- 197	-9-197--59
-- 39999	-7--25537--57
CREATE TABLE u (id UInt32) ENGINE = MergeTree PARTITION BY id % 200 ORDER BY id;
INSERT INTO u VALUES (199), (200), (4294967295);
SELECT id, _partition_id, toTypeName(_partition_value) FROM u ORDER BY id;
-- 199	199	Tuple(UInt8)
-- 200	0	Tuple(UInt8)
-- 4294967295	95	Tuple(UInt8)
CREATE TABLE copied AS t;
INSERT INTO copied VALUES (199, 1);
ALTER TABLE copied ATTACH PARTITION -5 FROM t;
SELECT id, _partition_id FROM copied ORDER BY id;
-- -5	-5
-- 199	-57
SELECT modulo(id, 200), moduloLegacy(id, 200), toTypeName(moduloLegacy(id, 200)), moduloLegacy(id, toInt32(7)), toTypeName(moduloLegacy(v, id)), moduloLegacy(id, 2.5) FROM copied ORDER BY id;
-- -5	-5	Int8	-5	Int64	0
-- 199	-57	Int8	3	Int64	1.5
SELECT moduloLegacy(id, 0) FROM copied;
-- error ILLEGAL_DIVISION

CREATE TABLE bounds (id Int64) ENGINE = MergeTree PARTITION BY id % 200 ORDER BY id;

INSERT INTO bounds VALUES (150), (7);

SELECT toTypeName(_partition_value), id FROM bounds ORDER BY id;
-- Tuple(Int16)	7
-- Tuple(Int16)	150

ALTER TABLE bounds DROP PARTITION -106;

SELECT id FROM bounds;
-- 7
