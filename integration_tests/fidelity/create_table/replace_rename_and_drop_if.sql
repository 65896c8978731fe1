-- REPLACE TABLE wants a table, RENAME … IF EXISTS none, and DROP … IF EMPTY one without rows.
CREATE TABLE prices (id UInt32, price UInt32) ENGINE = MergeTree ORDER BY id;
INSERT INTO prices VALUES (1, 10);
DROP TABLE IF EMPTY prices;
-- error TABLE_NOT_EMPTY
SELECT * FROM prices;
-- 1	10
REPLACE TABLE prices (id UInt32, price UInt64, note String) ENGINE = ReplacingMergeTree ORDER BY id;
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND `table` = 'prices' ORDER BY position;
-- id	UInt32
-- price	UInt64
-- note	String
SELECT count() FROM prices;
-- 0
REPLACE TABLE missing (id UInt32) ENGINE = MergeTree ORDER BY id;
-- error UNKNOWN_TABLE
EXISTS TABLE missing;
-- 0

RENAME TABLE missing TO other;
-- error UNKNOWN_TABLE
RENAME TABLE IF EXISTS missing TO other, prices TO costs;
EXISTS TABLE costs;
-- 1
RENAME TABLE IF EXISTS costs TO prices;
EXISTS TABLE costs;
-- 0

INSERT INTO prices VALUES (1, 10, '');
DROP TABLE IF EMPTY prices;
-- error TABLE_NOT_EMPTY
TRUNCATE TABLE prices;
DROP TABLE IF EXISTS IF EMPTY prices;
EXISTS TABLE prices;
-- 0
DROP TABLE IF EXISTS IF EMPTY missing;
