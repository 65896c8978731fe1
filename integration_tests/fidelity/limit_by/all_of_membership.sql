-- Whether a constant is among the rows of a query is known when the query has been read: it is no place of a column.
CREATE TABLE days (k UInt32, d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO days VALUES (1, '2024-01-15'), (2, '2024-01-16'), (3, '2024-01-15');
SELECT toInt8(toDate('2024-01-17') IN (SELECT d FROM days)) AS v FROM days LIMIT 2 BY ALL;
-- 0
-- 0
SELECT toInt8(5 IN (SELECT k FROM days)) AS v FROM days LIMIT 2 BY ALL;
-- 0
-- 0
SELECT 5 IN (SELECT k FROM days) ? 1 : 0 AS v, toTypeName(v) FROM days LIMIT 2 BY ALL;
-- 0	UInt8
-- 0	UInt8
SELECT toInt8(7 IN (1, 2)) AS v FROM days LIMIT 2 BY ALL;
-- error BAD_ARGUMENTS
SELECT (SELECT 7) AS v FROM days LIMIT 2 BY ALL;
-- error BAD_ARGUMENTS
