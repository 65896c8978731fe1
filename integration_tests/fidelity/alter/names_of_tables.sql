-- RENAME, EXCHANGE, and what they refuse.

CREATE TABLE a (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE b (k String) ENGINE = MergeTree ORDER BY k;
INSERT INTO a VALUES (1);
INSERT INTO b VALUES ('b');
RENAME TABLE a TO c;
SELECT * FROM c FINAL;
-- 1
EXCHANGE TABLES b AND c;
SELECT * FROM b FINAL;
-- 1
SELECT * FROM c;
-- b
RENAME TABLE b TO x, c TO y;
SELECT name FROM system.tables WHERE database = 'shop' ORDER BY name;
-- x
-- y
RENAME TABLE x TO y;
-- error TABLE_ALREADY_EXISTS
RENAME TABLE no_such_table TO z;
-- error UNKNOWN_TABLE
EXCHANGE TABLES x AND no_such_table;
-- error UNKNOWN_TABLE
DROP TABLE IF EXISTS no_such_table;
DROP TABLE x;
EXISTS TABLE x;
-- 0
EXISTS y;
-- 1
TRUNCATE TABLE y;
SELECT count() FROM y;
-- 0
