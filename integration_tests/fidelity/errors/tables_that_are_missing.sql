-- Statements that only ClickHouse has in this form say that there is no such table.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
ALTER TABLE nothing_here ADD COLUMN a Int8;
-- error UNKNOWN_TABLE
ALTER TABLE nothing_here DELETE WHERE 1;
-- error UNKNOWN_TABLE
ALTER TABLE nothing_here MODIFY SETTING merge_selector_base = 5;
-- error UNKNOWN_TABLE
ALTER TABLE nothing_here DROP PARTITION 1;
-- error UNKNOWN_TABLE
DELETE FROM nothing_here WHERE a = 1;
-- error UNKNOWN_TABLE
UPDATE nothing_here SET a = 1 WHERE a = 1;
-- error UNKNOWN_TABLE
OPTIMIZE TABLE nothing_here FINAL;
-- error UNKNOWN_TABLE
SELECT * FROM nothing_here FINAL;
-- error UNKNOWN_TABLE
CREATE TABLE u AS nothing_here;
-- error CANNOT_GET_CREATE_TABLE_QUERY
ALTER TABLE t GARBAGE;
-- error SYNTAX_ERROR
EXISTS TEMPORARY TABLE nothing_here;
-- 0
EXISTS DICTIONARY nothing_here;
-- 0
SELECT k FROM t FORMAT Jason;
-- error UNKNOWN_FORMAT
SELECT count() FROM nothing_here;
-- error UNKNOWN_TABLE
SELECT a, count() FROM nothing_here GROUP BY a;
-- error UNKNOWN_TABLE
SELECT toYYYYMM(a) FROM nothing_here;
-- error UNKNOWN_TABLE
