-- A view that names no table makes one of its own, which goes with it.

CREATE TABLE s (k Int64, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO s VALUES (1, 'a'), (2, 'b');
CREATE MATERIALIZED VIEW v ENGINE = ReplacingMergeTree ORDER BY k AS SELECT k, upper(v) AS u FROM s;
CREATE MATERIALIZED VIEW p (k Int64, u String, n UInt8 DEFAULT 7) ENGINE = MergeTree ORDER BY k POPULATE AS SELECT k, v AS u FROM s;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
CREATE MATERIALIZED VIEW p (k Int64, u String) ENGINE = MergeTree ORDER BY k POPULATE AS SELECT k, v AS u FROM s;
CREATE MATERIALIZED VIEW q (k Int64, u String, n UInt8 DEFAULT 7) ENGINE = MergeTree ORDER BY k AS SELECT k, v AS u FROM s;
INSERT INTO s VALUES (3, 'c');
SELECT * FROM q ORDER BY k;
-- 3	c	7
SELECT * FROM v ORDER BY k;
-- 3	C
SELECT * FROM p ORDER BY k;
-- 1	a
-- 2	b
-- 3	c
SELECT name, type FROM system.columns WHERE table = 'p' AND database = currentDatabase() ORDER BY position;
-- k	Int64
-- u	String
SELECT count() FROM system.tables WHERE database = currentDatabase() AND name LIKE '.inner_id.%';
-- 3
INSERT INTO v VALUES (9, 'Z');
INSERT INTO v (k) SELECT 10;
SELECT * FROM v ORDER BY k;
-- 3	C
-- 9	Z
-- 10	''
ALTER TABLE v DELETE WHERE k = 9 SETTINGS mutations_sync = 1;
OPTIMIZE TABLE v FINAL;
SELECT * FROM v ORDER BY k;
-- 3	C
-- 10	''
ALTER TABLE v ADD COLUMN z Int64;
-- error NOT_IMPLEMENTED
DELETE FROM v WHERE k = 1;
-- error BAD_ARGUMENTS
TRUNCATE TABLE v;
SELECT count() FROM v;
-- 0
RENAME TABLE v TO v2;
INSERT INTO s VALUES (4, 'd');
SELECT * FROM v2;
-- 4	D
CREATE OR REPLACE MATERIALIZED VIEW v2 ENGINE = MergeTree ORDER BY k AS SELECT k FROM s;
SELECT * FROM v2;
-- (no rows)
DETACH TABLE v2;
INSERT INTO s VALUES (5, 'e');
ATTACH TABLE v2;
INSERT INTO s VALUES (6, 'f');
SELECT * FROM v2;
-- 6
EXISTS TABLE v2;
-- 1
EXISTS VIEW v2;
-- 1
EXISTS VIEW s;
-- 0
DROP VIEW v2;
DROP TABLE p;
DROP VIEW q;
SELECT count() FROM system.tables WHERE database = currentDatabase();
-- 1
