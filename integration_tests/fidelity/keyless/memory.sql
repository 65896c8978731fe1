-- A table of the engine Memory, whose columns and rows change.

CREATE TABLE m (k Int8, v String) ENGINE = Memory;
INSERT INTO m VALUES (1, 'a'), (2, 'b');
INSERT INTO m VALUES (1, 'c');

SELECT * FROM m ORDER BY v;
-- 1	a
-- 2	b
-- 1	c
ALTER TABLE m DELETE WHERE v = 'c' SETTINGS mutations_sync = 2;
ALTER TABLE m UPDATE v = concat(v, '!') WHERE k = 2 SETTINGS mutations_sync = 2;
SELECT * FROM m ORDER BY v;
-- 1	a
-- 2	b!
DELETE FROM m WHERE k = 1;
-- error BAD_ARGUMENTS
UPDATE m SET v = 'x' WHERE 1;
-- error NOT_IMPLEMENTED
SELECT * FROM m FINAL;
-- error ILLEGAL_FINAL
SELECT k FROM m PREWHERE k = 1;
-- error ILLEGAL_PREWHERE
OPTIMIZE TABLE m FINAL;
-- error NOT_IMPLEMENTED
CHECK TABLE m;
-- error NOT_IMPLEMENTED
ALTER TABLE m FREEZE;
-- error NOT_IMPLEMENTED
SHOW CREATE TABLE m;
-- CREATE TABLE shop.m\n(\n    `k` Int8,\n    `v` String\n)\nENGINE = Memory
SELECT engine, engine_full, total_rows FROM system.tables WHERE name = 'm' AND database = currentDatabase();
-- Memory	Memory	2
CREATE TABLE n AS m;
INSERT INTO n SELECT * FROM m;
SELECT count() FROM n;
-- 2
EXCHANGE TABLES m AND n;
TRUNCATE TABLE n;
SELECT (SELECT count() FROM m), (SELECT count() FROM n);
-- 2	0
CREATE TABLE x (k Int8) ENGINE = Memory ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE x (k Int8) ENGINE = Memory SETTINGS index_granularity = 5;
-- error UNKNOWN_SETTING
CREATE TABLE x (k Int8) ENGINE = ReplicatedMemory;
-- error UNKNOWN_STORAGE
