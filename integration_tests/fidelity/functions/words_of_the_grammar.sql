-- Functions that are words of the grammar, conditions of aggregates, lambdas whose names are aliases.

CREATE TABLE events (k Int64, g String, s Nullable(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO events VALUES (1, 'a ', 4), (7, 'b', 4), (8, 'c', NULL), (9, 'd', 5);
SELECT TRIM(g) AS x, count() FROM events GROUP BY trim(g) ORDER BY x;
-- a	1
-- b	1
-- c	1
-- d	1
SELECT trim(g) AS x, count() FROM events GROUP BY TRIM(g) ORDER BY x;
-- a	1
-- b	1
-- c	1
-- d	1
SELECT trim(BOTH 'a' FROM g), Trim(g), toTypeName(TRIM(g)) FROM events WHERE k = 1;
--  	a	String
SELECT TRIM() FROM events;
-- error SYNTAX_ERROR
SELECT arrayMap((x, y) -> toInt64(x + length(y)), [1, 2], ['a', 'bc']) AS m, percent_rank() OVER () AS x FROM events WHERE m = [2, 4];
-- [2,4]	0
-- [2,4]	0
-- [2,4]	0
-- [2,4]	0
SELECT arrayMap(x -> x + 1, [1, 2]) AS m, sum(k) AS x FROM events WHERE has(m, 3);
-- [2,3]	25
SELECT count() FILTER (WHERE g) FROM events;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sum(k) FILTER (WHERE k) FROM events;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sum(k) FILTER (WHERE k > 7), count() FILTER (WHERE s = 4) FROM events;
-- 17	2
SELECT count() FROM (SELECT * REPLACE (s + 1 AS s) APPLY (x -> isNull(x)) FROM events WHERE s = 5);
-- 2
SELECT * REPLACE (k + 1 AS k) FROM events WHERE k = 8 ORDER BY k;
-- 8	b	4
SELECT k FROM events WHERE g LIKE '/a%' ESCAPE '!';
-- (no rows)
SELECT k FROM events WHERE g NOT LIKE concat('b', '#%') ESCAPE '#' ORDER BY k;
-- 1
-- 7
-- 8
-- 9
SELECT k FROM events WHERE g LIKE '/%' ESCAPE '/' OR g ILIKE 'B' ESCAPE '!' ORDER BY k;
-- 7
SELECT k FROM events WHERE g LIKE 'a' ESCAPE 'xy';
-- error BAD_ARGUMENTS
