-- The name of a temporary table hides a table of the current database; db.t does not lead to it.

CREATE TABLE t (x Int8) ENGINE = MergeTree ORDER BY x;
INSERT INTO t VALUES (7);
CREATE TEMPORARY TABLE t (k Int64);
INSERT INTO t VALUES (1), (2);
INSERT INTO shop.t VALUES (8);
SELECT * FROM t ORDER BY k;
-- 1
-- 2
SELECT * FROM shop.t ORDER BY x;
-- 7
-- 8
SELECT t.k FROM t ORDER BY k;
-- 1
-- 2
SELECT a.k, b.x FROM t AS a JOIN shop.t AS b ON a.k + 6 = b.x ORDER BY a.k;
-- 1	7
-- 2	8
WITH t AS (SELECT 77 AS k) SELECT * FROM t;
-- 77
SELECT toUInt8(1 IN t), toUInt8(9 IN t), toUInt8(2 IN (SELECT k FROM t));
-- 1	0	1
SELECT number FROM numbers(3) WHERE number NOT IN (SELECT k FROM t);
-- 0
SHOW CREATE TABLE t;
-- CREATE TEMPORARY TABLE t\n(\n    `k` Int64\n)\nENGINE = Memory
SHOW CREATE TABLE shop.t;
-- CREATE TABLE shop.t\n(\n    `x` Int8\n)\nENGINE = MergeTree\nORDER BY x\nSETTINGS index_granularity = 8192
EXISTS t;
-- 1
CREATE TABLE IF NOT EXISTS t (z Int8) ENGINE = MergeTree ORDER BY z;
CREATE TABLE u AS t;
SHOW CREATE TABLE u;
-- CREATE TABLE shop.u\n(\n    `x` Int8\n)\nENGINE = MergeTree\nORDER BY x\nSETTINGS index_granularity = 8192
RENAME TABLE t TO w;
SELECT * FROM t ORDER BY k;
-- 1
-- 2
SELECT * FROM w ORDER BY x;
-- 7
-- 8
RENAME TABLE t TO w2;
-- error UNKNOWN_TABLE
EXCHANGE TABLES t AND w;
-- error UNKNOWN_TABLE
ALTER TABLE t ADD COLUMN more Int8;
SELECT * FROM t ORDER BY k;
-- 1	0
-- 2	0
DETACH TABLE t;
-- error SYNTAX_ERROR
DELETE FROM t WHERE k = 1;
-- error UNKNOWN_TABLE
UPDATE t SET more = 1 WHERE k = 1;
-- error UNKNOWN_TABLE
CREATE TABLE copy AS t;
-- error CANNOT_GET_CREATE_TABLE_QUERY
CREATE TEMPORARY TABLE copy AS t;
-- error UNKNOWN_TABLE
CREATE TABLE copy ENGINE = MergeTree ORDER BY k AS SELECT * FROM t;
SELECT * FROM copy ORDER BY k;
-- 1	0
-- 2	0
INSERT INTO copy SELECT k + 10, more FROM t;
SELECT count() FROM copy;
-- 4
INSERT INTO t SELECT * FROM t;
SELECT count() FROM t;
-- 4
CREATE TEMPORARY TABLE T2 (k Int8);
EXISTS TEMPORARY TABLE T2;
-- 1
CREATE DATABASE shop_2;
USE shop_2;
SELECT count() FROM t;
-- 4
USE shop;
DROP DATABASE shop_2;
CREATE TEMPORARY TABLE `a name` (k Int8);
INSERT INTO `a name` VALUES (3);
SELECT * FROM `a name`;
-- 3
DROP TABLE t, w;
EXISTS w;
-- 0
DROP TABLE IF EXISTS t, T2, `a name`;
SELECT count() FROM system.tables WHERE is_temporary;
-- 0
