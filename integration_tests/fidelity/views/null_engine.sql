-- The engine Null keeps no rows; views see them all the same. UPSERT by a pair of views.

CREATE TABLE log (id Int64, name String, is_deleted UInt8, ver UInt64) ENGINE = Null;
CREATE TABLE current (id Int64, name String, ver UInt64, sign Int8) ENGINE = CollapsingMergeTree(sign) ORDER BY id;
CREATE MATERIALIZED VIEW cancel TO current AS SELECT o.id AS id, o.name AS name, o.ver AS ver, toInt8(-1) AS sign FROM log AS n INNER JOIN current AS o ON n.id = o.id WHERE o.sign = 1;
CREATE MATERIALIZED VIEW add TO current AS SELECT id, name, ver, toInt8(1) AS sign FROM log WHERE is_deleted = 0;
INSERT INTO log VALUES (1, 'a', 0, 1), (2, 'b', 0, 1);
INSERT INTO log VALUES (1, 'aa', 0, 2);
SELECT id, name FROM current FINAL ORDER BY id;
-- 1	aa
-- 2	b
INSERT INTO log VALUES (2, '', 1, 2);
SELECT id, name FROM current FINAL ORDER BY id;
-- 1	aa
SELECT count() FROM log;
-- 0
SELECT * FROM log;
-- (no rows)
SELECT * FROM log FINAL;
-- error ILLEGAL_FINAL
ALTER TABLE log ADD COLUMN extra Int64;
INSERT INTO log VALUES (3, 'c', 0, 1, 5);
SELECT id FROM current FINAL ORDER BY id;
-- 1
-- 3
ALTER TABLE log DELETE WHERE 1;
-- error NOT_IMPLEMENTED
DELETE FROM log WHERE 1;
-- error BAD_ARGUMENTS
OPTIMIZE TABLE log;
-- error NOT_IMPLEMENTED
TRUNCATE TABLE log;
-- error NOT_IMPLEMENTED
SELECT engine, engine_full, total_rows FROM system.tables WHERE database = currentDatabase() AND name = 'log';
-- Null	`Null`	0
CREATE TABLE nul2 (a Int64) ENGINE = Null ORDER BY a;
-- error BAD_ARGUMENTS
CREATE TABLE nul3 (a Int64) ENGINE = Null(1);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
INSERT INTO log SELECT number, toString(number), 0, 1, 1 FROM numbers(10, 3);
SELECT id, name FROM current FINAL WHERE id >= 10 ORDER BY id;
-- 10	10
-- 11	11
-- 12	12
