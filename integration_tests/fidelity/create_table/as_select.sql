-- CREATE TABLE … AS SELECT fills the table.

CREATE TABLE t ENGINE = ReplacingMergeTree ORDER BY id AS SELECT number AS id, toString(number) AS name FROM numbers(3);
SELECT * FROM t ORDER BY id;
-- 0	0
-- 1	1
-- 2	2
CREATE TABLE u (z Int64, k Int64) ENGINE = MergeTree ORDER BY k AS SELECT 1, 2;
SELECT * FROM u;
-- 1	2
CREATE TABLE w (k Int64) ENGINE = MergeTree ORDER BY k AS SELECT 1 AS z, 2 AS y;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
CREATE TABLE x ENGINE = ReplacingMergeTree ORDER BY k AS SELECT k, count() AS n FROM (SELECT number % 2 AS k FROM numbers(5)) AS s GROUP BY k;
SELECT * FROM x ORDER BY k;
-- 0	3
-- 1	2
CREATE TABLE y ENGINE = MergeTree ORDER BY k AS SELECT k, NULL AS n FROM x;
-- error DATA_TYPE_CANNOT_BE_USED_IN_TABLES
