-- A refreshable view waits for those it depends on.

CREATE MATERIALIZED VIEW second REFRESH EVERY 1 YEAR DEPENDS ON first ENGINE = Memory AS SELECT x + 1 AS x FROM numbers(1) ARRAY JOIN [1] AS x;
SYSTEM STOP VIEW second;
CREATE MATERIALIZED VIEW first REFRESH EVERY 1 YEAR ENGINE = Memory AS SELECT 1 AS x;
SYSTEM WAIT VIEW first;
SYSTEM START VIEW second;
SYSTEM WAIT VIEW second;
SELECT x FROM second;
-- 2
CREATE MATERIALIZED VIEW third REFRESH DEPENDS ON second ENGINE = Memory AS SELECT x + 1 AS x FROM second;
SYSTEM WAIT VIEW third;
SELECT x FROM third;
-- 3
SELECT view, status, toUInt8(next_refresh_time IS NULL) FROM system.view_refreshes WHERE database = currentDatabase() ORDER BY view;
-- first	Scheduled	0
-- second	Scheduled	0
-- third	WaitingForDependencies	1
SELECT trimBoth(replaceOne(extract(create_table_query, 'REFRESH[A-Za-z0-9 ,=_.-]*'), currentDatabase(), 'here')) FROM system.tables WHERE database = currentDatabase() AND name IN ('second', 'third') ORDER BY name;
-- REFRESH EVERY 1 YEAR DEPENDS ON here.first
-- REFRESH DEPENDS ON here.second
CREATE MATERIALIZED VIEW fourth REFRESH AFTER 1 YEAR DEPENDS ON third ENGINE = Memory EMPTY AS SELECT 1 AS x;
SELECT status, next_refresh_time FROM system.view_refreshes WHERE database = currentDatabase() AND view = 'fourth';
-- WaitingForDependencies	\N
SYSTEM REFRESH VIEW fourth;
SYSTEM WAIT VIEW fourth;
SELECT x FROM fourth;
-- 1
DROP TABLE first;
SYSTEM WAIT VIEW second;
SELECT view, status FROM system.view_refreshes WHERE database = currentDatabase() ORDER BY view;
-- fourth	WaitingForDependencies
-- second	MissingDependencies
-- third	WaitingForDependencies
SYSTEM REFRESH VIEW second;
SYSTEM WAIT VIEW second;
ALTER TABLE second MODIFY REFRESH EVERY 1 YEAR;
SYSTEM WAIT VIEW second;
SELECT status FROM system.view_refreshes WHERE database = currentDatabase() AND view = 'second';
-- Scheduled
