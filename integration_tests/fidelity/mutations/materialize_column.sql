-- MATERIALIZE COLUMN computes a MATERIALIZED column anew, and writes a DEFAULT down where parts lack it.
CREATE TABLE boxes (id UInt32, width UInt32, area UInt32 MATERIALIZED width * width, price UInt32 MATERIALIZED area * 10)
ENGINE = MergeTree ORDER BY id;
INSERT INTO boxes VALUES (1, 2), (2, 3);

ALTER TABLE boxes MODIFY COLUMN area UInt32 MATERIALIZED width * 100;
SELECT id, area, price FROM boxes ORDER BY id;
-- 1	4	40
-- 2	9	90

ALTER TABLE boxes MATERIALIZE COLUMN area SETTINGS mutations_sync = 2;
SELECT id, area, price FROM boxes ORDER BY id;
-- 1	200	40
-- 2	300	90

ALTER TABLE boxes MATERIALIZE COLUMN price, UPDATE width = 5 WHERE id = 2 SETTINGS mutations_sync = 2;
SELECT id, width, area, price FROM boxes ORDER BY id;
-- 1	2	200	2000
-- 2	5	500	5000

-- a DEFAULT that parts have stays as it is, one that they lack is written down
ALTER TABLE boxes ADD COLUMN label String DEFAULT concat('box ', toString(id));
INSERT INTO boxes (id, width, label) VALUES (3, 1, 'mine');
ALTER TABLE boxes MATERIALIZE COLUMN label SETTINGS mutations_sync = 2;
ALTER TABLE boxes MODIFY COLUMN label String DEFAULT 'new';
SELECT id, label FROM boxes ORDER BY id;
-- 1	box 1
-- 2	box 2
-- 3	mine
ALTER TABLE boxes MATERIALIZE COLUMN label SETTINGS mutations_sync = 2;
SELECT id, label FROM boxes ORDER BY id;
-- 1	box 1
-- 2	box 2
-- 3	mine

-- without it the value follows the default
ALTER TABLE boxes ADD COLUMN note String DEFAULT 'a';
ALTER TABLE boxes MODIFY COLUMN note String DEFAULT 'b';
SELECT DISTINCT note FROM boxes;
-- b

SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND `table` = 'boxes' ORDER BY mutation_id, command;
-- (MATERIALIZE COLUMN area)	1
-- (MATERIALIZE COLUMN price)	1
-- (UPDATE width = 5 WHERE id = 2)	1
-- (MATERIALIZE COLUMN label)	1
-- (MATERIALIZE COLUMN label)	1

-- one partition
CREATE TABLE parcels (id UInt32, n UInt32, twice UInt32 MATERIALIZED n * 2) ENGINE = MergeTree ORDER BY id PARTITION BY id % 2;
INSERT INTO parcels VALUES (1, 10), (2, 20);
ALTER TABLE parcels MODIFY COLUMN twice UInt32 MATERIALIZED n * 3;
ALTER TABLE parcels MATERIALIZE COLUMN twice IN PARTITION 1 SETTINGS mutations_sync = 2;
SELECT id, twice FROM parcels ORDER BY id;
-- 1	30
-- 2	40
ALTER TABLE parcels MATERIALIZE COLUMN twice IN PARTITION ID '0' SETTINGS mutations_sync = 2;
SELECT id, twice FROM parcels ORDER BY id;
-- 1	30
-- 2	60

-- of rows that a filter finds by it
ALTER TABLE parcels MODIFY COLUMN twice UInt32 MATERIALIZED n * 4;
ALTER TABLE parcels MATERIALIZE COLUMN twice SETTINGS mutations_sync = 2;
SELECT id FROM parcels WHERE twice = 80;
-- 2

-- what cannot be
ALTER TABLE boxes MATERIALIZE COLUMN missing;
-- error NO_SUCH_COLUMN_IN_TABLE
ALTER TABLE boxes MATERIALIZE COLUMN id;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE boxes MATERIALIZE COLUMN width;
-- error BAD_ARGUMENTS
ALTER TABLE boxes MATERIALIZE COLUMN IF EXISTS area;
-- error SYNTAX_ERROR
