-- Refreshable views are refreshed at once, when they are asked to, and by nothing that is inserted.

CREATE TABLE s (k Int64, v UInt32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO s VALUES (1, 10), (2, 20);
INSERT INTO s VALUES (2, 21);
CREATE MATERIALIZED VIEW own REFRESH EVERY 1 YEAR ENGINE = MergeTree ORDER BY k AS SELECT k, sum(v) AS v FROM s FINAL GROUP BY k;
SYSTEM WAIT VIEW own;
SELECT * FROM own ORDER BY k;
-- 1	10
-- 2	21
INSERT INTO s VALUES (3, 30);
SELECT count() FROM own;
-- 2
SYSTEM REFRESH VIEW own;
SYSTEM WAIT VIEW own;
SELECT * FROM own ORDER BY k;
-- 1	10
-- 2	21
-- 3	30
SELECT status, exception, retry, progress, toUInt8(read_rows > 0), written_rows FROM system.view_refreshes WHERE database = currentDatabase();
-- Scheduled	''	0	1	1	3
SELECT toUInt8(last_success_time IS NULL), toUInt8(last_refresh_time IS NULL), toUInt8(next_refresh_time = toDateTime(toStartOfYear(now()) + INTERVAL 1 YEAR)) FROM system.view_refreshes WHERE database = currentDatabase();
-- 0	0	1
SELECT engine, has_own_data, dependencies_table FROM system.tables WHERE database = currentDatabase() AND name = 'own';
-- MaterializedView	0	[]
SELECT dependencies_table FROM system.tables WHERE database = currentDatabase() AND name = 's';
-- []

-- A table that is named loses what it had, and keeps what comes to it until the next refresh.

CREATE TABLE t (k Int64, v UInt32, z UInt8 DEFAULT 7) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (100, 1, 2);
CREATE MATERIALIZED VIEW named REFRESH EVERY 1 YEAR TO t AS SELECT v, k FROM s WHERE k IN (SELECT k FROM own) AND k < 3;
SYSTEM WAIT VIEW named;
SELECT * FROM t ORDER BY k, v;
-- 1	10	7
-- 2	20	7
-- 2	21	7
SELECT * FROM named ORDER BY k, v;
-- 10	1
-- 20	2
-- 21	2
INSERT INTO named (k, v) VALUES (50, 5);
INSERT INTO t VALUES (60, 6, 6);
SELECT k, v FROM named ORDER BY k, v;
-- 1	10
-- 2	20
-- 2	21
-- 50	5
-- 60	6
SYSTEM REFRESH VIEW named;
SYSTEM WAIT VIEW named;
SELECT count() FROM t;
-- 3

-- EMPTY skips the first refresh; the query may read nothing, or the view's own table.

CREATE MATERIALIZED VIEW later REFRESH EVERY 1 YEAR ENGINE = Memory EMPTY AS SELECT 5 AS a;
SYSTEM WAIT VIEW later;
SELECT count() FROM later;
-- 0
SELECT status, last_success_time, last_success_duration_ms, last_refresh_time, exception, retry, progress FROM system.view_refreshes WHERE database = currentDatabase() AND view = 'later';
-- Scheduled	\N	\N	\N	''	0	0
SYSTEM REFRESH VIEW later;
SYSTEM WAIT VIEW later;
SELECT * FROM later;
-- 5
CREATE TABLE counter (n UInt64) ENGINE = MergeTree ORDER BY n;
INSERT INTO counter VALUES (1);
CREATE MATERIALIZED VIEW counts REFRESH EVERY 1 YEAR TO counter AS SELECT n + 1 AS n FROM counter;
SYSTEM WAIT VIEW counts;
SYSTEM REFRESH VIEW counts;
SYSTEM WAIT VIEW counts;
SELECT * FROM counter;
-- 3
CREATE MATERIALIZED VIEW united REFRESH EVERY 1 YEAR ENGINE = MergeTree ORDER BY k AS SELECT s.k AS k, n FROM s FINAL CROSS JOIN counter UNION ALL SELECT toInt64(0), toUInt64(0) UNION ALL SELECT toInt64(number + 1000), toUInt64(1) FROM numbers(2);
SYSTEM WAIT VIEW united;
SELECT * FROM united ORDER BY k;
-- 0	0
-- 1	3
-- 2	3
-- 3	3
-- 1000	1
-- 1001	1
CREATE MATERIALIZED VIEW typed REFRESH EVERY 1 YEAR (a UInt8, b UInt8 DEFAULT 5) ENGINE = MergeTree ORDER BY a AS SELECT 1 AS a;
SYSTEM WAIT VIEW typed;
SELECT * FROM typed;
-- 1	5
TRUNCATE TABLE typed;
SELECT count() FROM typed;
-- 0
TRUNCATE TABLE named;
SELECT count() FROM t;
-- 3
DROP VIEW named;
SELECT count() FROM t;
-- 3
DROP TABLE own;
SELECT count() FROM system.view_refreshes WHERE database = currentDatabase() AND view IN ('own', 'named');
-- 0
