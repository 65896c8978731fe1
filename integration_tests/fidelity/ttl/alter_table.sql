-- ALTER TABLE gives rows and columns a TTL, and takes it away.

CREATE TABLE t (k Int64, ts DateTime, v Int64, c String DEFAULT 'd', e Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO t VALUES (1, now(), 1, 'x', 1), (2, now() - INTERVAL 10 DAY, 1, 'y', 1), (3, now() - INTERVAL 100 DAY, 1, 'z', 2);
ALTER TABLE t MODIFY TTL ts + INTERVAL 20 DAY;
SELECT k, c, e FROM t ORDER BY k;
-- 1	x	1
-- 2	y	1
ALTER TABLE t MODIFY COLUMN e Int64 TTL ts + INTERVAL 5 DAY;
SELECT k, c, e FROM t ORDER BY k;
-- 1	x	1
-- 2	y	0
ALTER TABLE t MODIFY COLUMN c TTL ts + INTERVAL 5 DAY SETTINGS materialize_ttl_after_modify = 0;
SELECT k, c, e FROM t ORDER BY k;
-- 1	x	1
-- 2	y	0
SELECT command, is_done FROM system.mutations WHERE database = currentDatabase() AND table = 't' ORDER BY mutation_id;
-- (MATERIALIZE TTL)	1
-- (MATERIALIZE TTL)	1
ALTER TABLE t MATERIALIZE TTL;
SELECT k, c, e FROM t ORDER BY k;
-- 1	x	1
-- 2	d	0
ALTER TABLE t RENAME COLUMN ts TO tt;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `tt` DateTime,\n    `v` Int64,\n    `c` String DEFAULT 'd' TTL tt + toIntervalDay(5),\n    `e` Int64 TTL tt + toIntervalDay(5)\n)\nENGINE = ReplacingMergeTree(v)\nORDER BY k\nTTL tt + toIntervalDay(20)\nSETTINGS index_granularity = 8192
ALTER TABLE t MODIFY COLUMN e REMOVE TTL;
ALTER TABLE t MODIFY COLUMN e REMOVE TTL;
-- error BAD_ARGUMENTS
ALTER TABLE t REMOVE TTL;
ALTER TABLE t REMOVE TTL;
-- error BAD_ARGUMENTS
INSERT INTO t VALUES (4, now() - INTERVAL 100 DAY, 1, 'z', 2);
OPTIMIZE TABLE t FINAL;
SELECT k, c, e FROM t ORDER BY k;
-- 1	x	1
-- 2	d	0
-- 4	d	2
ALTER TABLE t MODIFY COLUMN c REMOVE TTL;
ALTER TABLE t MATERIALIZE TTL;
-- error INCORRECT_QUERY
ALTER TABLE t ADD COLUMN z Int64 DEFAULT 7 TTL tt + INTERVAL 1 DAY;
INSERT INTO t VALUES (5, now(), 1, 'z', 2, 8), (6, now() - INTERVAL 100 DAY, 1, 'z', 2, 8);
OPTIMIZE TABLE t FINAL;
SELECT k, z FROM t ORDER BY k;
-- 1	7
-- 2	7
-- 4	7
-- 5	8
-- 6	7
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `tt` DateTime,\n    `v` Int64,\n    `c` String DEFAULT 'd',\n    `e` Int64,\n    `z` Int64 DEFAULT 7 TTL tt + toIntervalDay(1)\n)\nENGINE = ReplacingMergeTree(v)\nORDER BY k\nSETTINGS index_granularity = 8192

-- An UPDATE may move the moment.
CREATE TABLE u (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY;
SYSTEM STOP TTL MERGES u;
INSERT INTO u VALUES (1, now()), (2, now()), (3, now() - INTERVAL 5 DAY);
ALTER TABLE u UPDATE ts = ts - INTERVAL 5 DAY WHERE k = 1;
SELECT k FROM u ORDER BY k;
-- 2
OPTIMIZE TABLE u FINAL;
SELECT k FROM u ORDER BY k;
-- 2
SYSTEM START TTL MERGES u;
OPTIMIZE TABLE u FINAL;
SELECT k FROM u ORDER BY k;
-- 2

-- With ttl_only_drop_parts only merges drop single rows.
CREATE TABLE w (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k SETTINGS ttl_only_drop_parts = 1;
INSERT INTO w VALUES (1, now() - INTERVAL 5 DAY), (2, now() - INTERVAL 36 HOUR), (3, now() + INTERVAL 10 DAY);
ALTER TABLE w MODIFY TTL ts + INTERVAL 2 DAY;
SELECT k FROM w ORDER BY k;
-- 1
-- 2
-- 3
OPTIMIZE TABLE w FINAL;
SELECT k FROM w ORDER BY k;
-- 2
-- 3
ALTER TABLE w UPDATE ts = ts - INTERVAL 5 DAY WHERE k = 2;
SELECT k FROM w ORDER BY k;
-- 3

-- Not where a column has a TTL.
CREATE TABLE x (k Int64, ts DateTime, c String TTL ts) ENGINE = MergeTree ORDER BY k SETTINGS ttl_only_drop_parts = 1;
INSERT INTO x VALUES (1, now() - INTERVAL 5 DAY, 'x'), (2, now() - INTERVAL 36 HOUR, 'x'), (3, now() + INTERVAL 10 DAY, 'x');
ALTER TABLE x MODIFY TTL ts + INTERVAL 2 DAY;
SELECT k, c FROM x ORDER BY k;
-- 2	''
-- 3	x
