-- A refresh that fails leaves what is there, says why, and is tried again.

CREATE TABLE s (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO s VALUES (1), (2);
CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW v REFRESH EVERY 1 YEAR SETTINGS refresh_retries = 0 TO t AS SELECT k + throwIf(k = 3, 'three') AS k FROM s;
SYSTEM WAIT VIEW v;
INSERT INTO s VALUES (3);
SYSTEM REFRESH VIEW v;
SYSTEM WAIT VIEW v;
-- error REFRESH_FAILED
SELECT k FROM v ORDER BY k;
-- 1
-- 2
SELECT status, toUInt8(exception LIKE '%three%'), retry, toUInt8(last_success_time IS NULL), toUInt8(last_refresh_time IS NULL) FROM system.view_refreshes WHERE database = currentDatabase();
-- Scheduled	1	0	0	0
ALTER TABLE v MODIFY QUERY SELECT k FROM s;
SYSTEM REFRESH VIEW v;
SYSTEM WAIT VIEW v;
SELECT k FROM v ORDER BY k;
-- 1
-- 2
-- 3
SELECT status, exception, retry FROM system.view_refreshes WHERE database = currentDatabase();
-- Scheduled	''	0
CREATE MATERIALIZED VIEW fails REFRESH EVERY 1 YEAR SETTINGS refresh_retries = 0 ENGINE = Memory AS SELECT throwIf(number = 1) AS a FROM numbers(3);
SYSTEM WAIT VIEW fails;
-- error REFRESH_FAILED
SYSTEM WAIT VIEW fails;
-- error REFRESH_FAILED
SELECT status, retry, toUInt8(last_success_time IS NULL) FROM system.view_refreshes WHERE database = currentDatabase() AND view = 'fails';
-- Scheduled	1	1
SELECT count() FROM fails;
-- 0
DROP TABLE s;
SYSTEM REFRESH VIEW v;
SYSTEM WAIT VIEW v;
-- error REFRESH_FAILED
SELECT k FROM v ORDER BY k;
-- 1
-- 2
-- 3
DROP TABLE t;
SYSTEM REFRESH VIEW v;
SYSTEM WAIT VIEW v;
-- error REFRESH_FAILED
SELECT k FROM v;
-- error UNKNOWN_TABLE
