-- Partitions copied and moved between tables.

CREATE TABLE t (id UInt32, g UInt8, v String) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY id;
CREATE TABLE u AS t;
INSERT INTO t VALUES (1, 1, 't'), (2, 2, 't');
INSERT INTO u VALUES (1, 1, 'u'), (3, 3, 'u');
ALTER TABLE t ATTACH PARTITION 1 FROM u;
SELECT * FROM t FINAL ORDER BY id;
-- 1	1	u
-- 2	2	t
ALTER TABLE t REPLACE PARTITION 1 FROM u;
SELECT * FROM t ORDER BY id;
-- 1	1	u
-- 2	2	t
ALTER TABLE u MOVE PARTITION 3 TO TABLE t;
SELECT * FROM t ORDER BY id;
-- 1	1	u
-- 2	2	t
-- 3	3	u
SELECT * FROM u;
-- 1	1	u
