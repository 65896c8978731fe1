-- Tables without keys: rows come and are read, and nothing else happens to them.

CREATE TABLE l (k Int8, v String, d Int8 DEFAULT k * 2, m Int8 MATERIALIZED k + 1, a Int8 ALIAS k) ENGINE = Log COMMENT 'kept as it comes';
CREATE TABLE t (k Int8, v String, CONSTRAINT c CHECK k > 0) ENGINE = TinyLog;
CREATE TABLE s (k Int8, v String) ENGINE = StripeLog();
INSERT INTO l (k, v) VALUES (3, 'c'), (1, 'a');
INSERT INTO l (k, v) VALUES (1, 'a');
INSERT INTO t VALUES (1, 'a');
INSERT INTO t VALUES (-1, 'a');
-- error VIOLATED_CONSTRAINT
INSERT INTO s SELECT k, upper(v) FROM l;

SELECT k, v, d, m, a FROM l ORDER BY k;
-- 1	a	2	2	1
-- 1	a	2	2	1
-- 3	c	6	4	3
SELECT v, count() FROM s GROUP BY v ORDER BY v;
-- A	2
-- C	1
SELECT * FROM l JOIN s USING (k) WHERE k = 3;
-- 3	c	6	C
SELECT count() FROM t;
-- 1
SELECT * FROM l FINAL;
-- error ILLEGAL_FINAL
SELECT k FROM l PREWHERE k = 1;
-- error ILLEGAL_PREWHERE
SELECT k FROM l SAMPLE 1/2;
-- error SAMPLING_NOT_SUPPORTED
SELECT _part FROM l;
-- error UNKNOWN_IDENTIFIER
SHOW CREATE TABLE l;
-- CREATE TABLE shop.l\n(\n    `k` Int8,\n    `v` String,\n    `d` Int8 DEFAULT k * 2,\n    `m` Int8 MATERIALIZED k + 1,\n    `a` Int8 ALIAS k\n)\nENGINE = Log\nCOMMENT 'kept as it comes'
SELECT name, engine, engine_full, sorting_key, comment FROM system.tables WHERE database = currentDatabase() ORDER BY name;
-- l	Log	Log	''	kept as it comes
-- s	StripeLog	StripeLog	''	''
-- t	TinyLog	TinyLog	''	''
SELECT count() FROM system.parts WHERE database = currentDatabase();
-- 0
ALTER TABLE l ADD COLUMN z Int8;
-- error NOT_IMPLEMENTED
ALTER TABLE l RENAME COLUMN v TO w;
-- error NOT_IMPLEMENTED
ALTER TABLE l MODIFY COLUMN k Int16;
-- error NOT_IMPLEMENTED
ALTER TABLE l COMMENT COLUMN k 'the key';
ALTER TABLE l MODIFY COMMENT 'new';
ALTER TABLE l DELETE WHERE k = 1;
-- error NOT_IMPLEMENTED
ALTER TABLE l UPDATE v = 'x' WHERE 1;
-- error NOT_IMPLEMENTED
DELETE FROM l WHERE k = 1;
-- error BAD_ARGUMENTS
UPDATE l SET v = 'x' WHERE 1;
-- error NOT_IMPLEMENTED
OPTIMIZE TABLE l;
-- error NOT_IMPLEMENTED
ALTER TABLE l DROP PARTITION 1;
-- error NOT_IMPLEMENTED
ALTER TABLE l MODIFY SETTING index_granularity = 5;
-- error NOT_IMPLEMENTED
TRUNCATE TABLE l;
SELECT count() FROM l;
-- 0
RENAME TABLE s TO r;
SELECT count() FROM r;
-- 3
CREATE TABLE copied AS t;
SHOW CREATE TABLE copied;
-- CREATE TABLE shop.copied\n(\n    `k` Int8,\n    `v` String,\n    CONSTRAINT c CHECK k > 0\n)\nENGINE = TinyLog
CREATE TABLE made ENGINE = Log AS SELECT k, v FROM r;
SELECT count() FROM made;
-- 3
CREATE TABLE x (k Int8) ENGINE = Log ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE x (k Int8) ENGINE = Log(1);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE x (k Int8, d Date TTL d + INTERVAL 1 DAY) ENGINE = TinyLog;
-- error BAD_ARGUMENTS
CREATE TABLE x (k Int8, INDEX i k TYPE minmax) ENGINE = StripeLog;
-- error BAD_ARGUMENTS
