-- Refreshable views are stopped, started, changed, renamed, exchanged, detached and dropped.

CREATE TABLE s (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO s VALUES (1), (2);
CREATE MATERIALIZED VIEW v REFRESH EVERY 1 YEAR ENGINE = MergeTree ORDER BY k AS SELECT k FROM s;
SYSTEM WAIT VIEW v;
SYSTEM STOP VIEW v;
SELECT status FROM system.view_refreshes WHERE database = currentDatabase();
-- Disabled
INSERT INTO s VALUES (3);
SYSTEM REFRESH VIEW v;
SYSTEM WAIT VIEW v;
SELECT count() FROM v;
-- 2
SYSTEM START VIEW v;
SYSTEM WAIT VIEW v;
SELECT count() FROM v;
-- 3
SELECT status FROM system.view_refreshes WHERE database = currentDatabase();
-- Scheduled
SYSTEM PAUSE VIEW v;
SYSTEM START VIEW v;
SYSTEM CANCEL VIEW v;
SYSTEM WAIT VIEW v;
SELECT status, exception FROM system.view_refreshes WHERE database = currentDatabase();
-- Scheduled	''
ALTER TABLE v MODIFY REFRESH EVERY 2 MONTH OFFSET 3 DAY RANDOMIZE FOR 0 SECOND SETTINGS refresh_retries = 5;
SELECT trimBoth(extract(create_table_query, 'REFRESH[A-Za-z0-9 ,=_.-]*')) FROM system.tables WHERE database = currentDatabase() AND name = 'v';
-- REFRESH EVERY 2 MONTH OFFSET 3 DAY RANDOMIZE FOR 0 SECOND SETTINGS refresh_retries = 5
ALTER TABLE v MODIFY REFRESH AFTER 120 MINUTE;
SELECT trimBoth(extract(create_table_query, 'REFRESH[A-Za-z0-9 ,=_.-]*')) FROM system.tables WHERE database = currentDatabase() AND name = 'v';
-- REFRESH AFTER 2 HOUR
SYSTEM WAIT VIEW v;
ALTER TABLE v MODIFY REFRESH EVERY 1 DAY OFFSET 2 DAY;
-- error BAD_ARGUMENTS
ALTER TABLE v MODIFY REFRESH EVERY 1 DAY APPEND;
-- error NOT_IMPLEMENTED
ALTER TABLE v MODIFY REFRESH EVERY 1 DAY SETTINGS all_replicas = 1;
-- error NOT_IMPLEMENTED
ALTER TABLE v MODIFY REFRESH EVERY 1 DAY TO s;
-- error SYNTAX_ERROR
ALTER TABLE s MODIFY REFRESH EVERY 1 DAY;
-- error NOT_IMPLEMENTED
ALTER TABLE v MODIFY QUERY SELECT 5 AS zz;
-- error NO_SUCH_COLUMN_IN_TABLE
ALTER TABLE v ADD COLUMN b Int8;
-- error NOT_IMPLEMENTED
ALTER TABLE v MODIFY QUERY SELECT k + 10 AS k FROM s;
SELECT min(k) FROM v;
-- 1
SYSTEM REFRESH VIEW v;
SYSTEM WAIT VIEW v;
SELECT min(k) FROM v;
-- 11
ALTER TABLE v MODIFY REFRESH EVERY 1 YEAR;
SYSTEM WAIT VIEW v;
RENAME TABLE v TO w;
SELECT view FROM system.view_refreshes WHERE database = currentDatabase();
-- w
SYSTEM REFRESH VIEW w;
SYSTEM WAIT VIEW w;
SYSTEM WAIT VIEW v;
-- error BAD_ARGUMENTS
CREATE TABLE other (k Int64) ENGINE = MergeTree ORDER BY k;
EXCHANGE TABLES w AND other;
SELECT min(k) FROM other;
-- 11
SELECT count() FROM w;
-- 0
SELECT view, status FROM system.view_refreshes WHERE database = currentDatabase();
-- other	Scheduled
SYSTEM REFRESH VIEW w;
-- error BAD_ARGUMENTS
DETACH TABLE other;
SELECT count() FROM system.view_refreshes WHERE database = currentDatabase();
-- 0
SYSTEM REFRESH VIEW other;
-- error BAD_ARGUMENTS
ATTACH TABLE other;
SYSTEM WAIT VIEW other;
SELECT count() FROM other;
-- 3
SYSTEM STOP VIEW nosuch;
SYSTEM START VIEW nosuch;
SYSTEM STOP VIEW s;
SYSTEM REFRESH VIEW s;
-- error BAD_ARGUMENTS
SYSTEM CANCEL VIEW nosuch;
-- error BAD_ARGUMENTS
SYSTEM WAIT VIEW s;
-- error BAD_ARGUMENTS
SYSTEM REFRESH VIEW IF EXISTS nosuch;
-- error SYNTAX_ERROR
SYSTEM STOP VIEW s, other;
-- error SYNTAX_ERROR
CREATE MATERIALIZED VIEW plain TO w AS SELECT k FROM s;
SYSTEM REFRESH VIEW plain;
-- error BAD_ARGUMENTS
ALTER TABLE plain MODIFY REFRESH EVERY 1 DAY;
-- error NOT_IMPLEMENTED
