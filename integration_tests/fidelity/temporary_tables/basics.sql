-- A temporary table has no database, takes rows in every way, and goes by DROP.

CREATE TEMPORARY TABLE t (k Int64, v String);
INSERT INTO t VALUES (2, 'b'), (1, 'a'), (2, 'b');
SELECT * FROM t ORDER BY k;
-- 1	a
-- 2	b
-- 2	b
INSERT INTO t (v, k) SELECT toString(number), number + 5 FROM numbers(2);
INSERT INTO t FORMAT JSONEachRow {"k": 9, "v": "nine"};
SELECT * FROM t ORDER BY k;
-- 1	a
-- 2	b
-- 2	b
-- 5	0
-- 6	1
-- 9	nine
SELECT count(), sum(k), max(v) FROM t;
-- 6	25	nine
SELECT count() FROM t;
-- 6
SHOW CREATE TEMPORARY TABLE t;
-- CREATE TEMPORARY TABLE t\n(\n    `k` Int64,\n    `v` String\n)\nENGINE = Memory
SHOW CREATE TABLE t;
-- CREATE TEMPORARY TABLE t\n(\n    `k` Int64,\n    `v` String\n)\nENGINE = Memory
EXISTS TEMPORARY TABLE t;
-- 1
EXISTS TEMPORARY t;
-- 1
EXISTS TABLE t;
-- 0
EXISTS t;
-- 0
SELECT database, name, engine, is_temporary, engine_full, total_rows FROM system.tables WHERE is_temporary;
-- ''	t	Memory	1	Memory	6
SELECT database, `table`, name, type, position FROM system.columns WHERE `table` = 't' AND database = '' ORDER BY position;
-- ''	t	k	Int64	1
-- ''	t	v	String	2
SELECT count() FROM system.tables WHERE database = 'shop';
-- 0
SHOW TEMPORARY TABLES;
-- t
CREATE TEMPORARY TABLE t (k Int64);
-- error TABLE_ALREADY_EXISTS
CREATE TEMPORARY TABLE IF NOT EXISTS t (z Int8);
SELECT count() FROM t;
-- 6
CREATE OR REPLACE TEMPORARY TABLE t (z Int8);
SELECT count() FROM t;
-- 0
SHOW CREATE TEMPORARY TABLE t;
-- CREATE TEMPORARY TABLE t\n(\n    `z` Int8\n)\nENGINE = Memory
INSERT INTO t VALUES (3), (4);
CREATE OR REPLACE TEMPORARY TABLE t AS SELECT z * 2 AS twice, 'x' AS x FROM t;
SELECT * FROM t ORDER BY twice;
-- 6	x
-- 8	x
SHOW CREATE TEMPORARY TABLE t;
-- CREATE TEMPORARY TABLE t\n(\n    `twice` Int16,\n    `x` String\n)\nENGINE = Memory
TRUNCATE TABLE t;
SELECT count() FROM t;
-- 0
INSERT INTO t VALUES (5, 'five');
TRUNCATE TEMPORARY TABLE t;
SELECT count() FROM t;
-- 0
DROP TABLE t;
SELECT * FROM t FINAL;
-- error UNKNOWN_TABLE
EXISTS TEMPORARY TABLE t;
-- 0
DROP TEMPORARY TABLE t;
-- error UNKNOWN_TABLE
DROP TEMPORARY TABLE IF EXISTS t;
TRUNCATE TEMPORARY TABLE t;
-- error UNKNOWN_TABLE
TRUNCATE TEMPORARY TABLE IF EXISTS t;
CREATE TEMPORARY TABLE full (k Int64, d Int64 DEFAULT k * 2, m Int64 MATERIALIZED k + 1, al Int64 ALIAS k + 3, e Int8 EPHEMERAL 4, n Nullable(String) COMMENT 'nn', CONSTRAINT positive CHECK k > 0) COMMENT 'hello';
SHOW CREATE TEMPORARY TABLE full;
-- CREATE TEMPORARY TABLE full\n(\n    `k` Int64,\n    `d` Int64 DEFAULT k * 2,\n    `m` Int64 MATERIALIZED k + 1,\n    `al` Int64 ALIAS k + 3,\n    `e` Int8 EPHEMERAL 4,\n    `n` Nullable(String) COMMENT 'nn',\n    CONSTRAINT positive CHECK k > 0\n)\nENGINE = Memory\nCOMMENT 'hello'
INSERT INTO full (k) VALUES (1);
INSERT INTO full (k) VALUES (0);
-- error VIOLATED_CONSTRAINT
INSERT INTO full (k, n) SELECT number + 5, 'x' FROM numbers(2);
SELECT * FROM full ORDER BY k;
-- 1	2	\N
-- 5	10	x
-- 6	12	x
SELECT k, d, m, al FROM full ORDER BY k;
-- 1	2	2	4
-- 5	10	6	8
-- 6	12	7	9
CREATE TEMPORARY TABLE given (a Int8, b Int8 MATERIALIZED a) AS SELECT 1;
SELECT a, b FROM given;
-- 1	1
DROP TEMPORARY TABLE given, full;
SHOW TEMPORARY TABLES;
-- (no rows)
