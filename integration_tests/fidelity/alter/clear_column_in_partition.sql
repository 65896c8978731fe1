-- CLEAR COLUMN … IN PARTITION is a mutation: rows of the partition have the column's default again.
CREATE TABLE readings (room UInt8, id UInt32, temperature Int32 DEFAULT id * 10, unit String, kelvin Int32 MATERIALIZED temperature + 273)
ENGINE = MergeTree ORDER BY id PARTITION BY room;
INSERT INTO readings VALUES (1, 1, 21, 'C'), (1, 2, 22, 'C'), (2, 3, 23, 'F');

ALTER TABLE readings CLEAR COLUMN temperature IN PARTITION 1 SETTINGS mutations_sync = 2;
SELECT id, temperature, unit, kelvin FROM readings ORDER BY id;
-- 1	10	C	283
-- 2	20	C	293
-- 3	23	F	296
ALTER TABLE readings CLEAR COLUMN unit IN PARTITION ID '2' SETTINGS mutations_sync = 2;
SELECT id, temperature, unit, kelvin FROM readings ORDER BY id;
-- 1	10	C	283
-- 2	20	C	293
-- 3	23	''	296

-- the value is still computed when it is read
ALTER TABLE readings MODIFY COLUMN temperature Int32 DEFAULT id * 20;
SELECT id, temperature, kelvin FROM readings ORDER BY id;
-- 1	20	283
-- 2	40	293
-- 3	23	296

-- beside another mutation
ALTER TABLE readings CLEAR COLUMN unit IN PARTITION 1, DELETE WHERE id = 2 SETTINGS mutations_sync = 2;
SELECT id, unit FROM readings ORDER BY id;
-- 1	''
-- 3	''
SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND `table` = 'readings' ORDER BY mutation_id, command;
-- (CLEAR COLUMN temperature IN PARTITION 1)	1
-- (CLEAR COLUMN unit IN PARTITION ID '2')	1
-- (CLEAR COLUMN unit IN PARTITION 1)	1
-- (DELETE WHERE id = 2)	1

OPTIMIZE TABLE readings FINAL;
SELECT id, temperature, unit, kelvin FROM readings ORDER BY id;
-- 1	20	''	283
-- 3	23	''	296

-- what is not there, and what cannot be
ALTER TABLE readings CLEAR COLUMN unit IN PARTITION 9 SETTINGS mutations_sync = 2;
ALTER TABLE readings CLEAR COLUMN IF EXISTS missing IN PARTITION 1 SETTINGS mutations_sync = 2;
ALTER TABLE readings CLEAR COLUMN missing IN PARTITION 1;
-- error NOT_FOUND_COLUMN_IN_BLOCK
ALTER TABLE readings CLEAR COLUMN id IN PARTITION 1;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE readings CLEAR COLUMN room IN PARTITION 1;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE readings DROP COLUMN unit IN PARTITION 1;
-- error SYNTAX_ERROR
ALTER TABLE readings CLEAR COLUMN unit IN PARTITION 'x';
-- error TYPE_MISMATCH
