-- An unknown setting, and a value that is none, are refused.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);
SELECT k FROM t SETTINGS no_such_setting = 1;
-- error UNKNOWN_SETTING
SELECT k FROM t SETTINGS final = 'perhaps';
-- error CANNOT_PARSE_BOOL
CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS no_such_setting = 1;
-- error UNKNOWN_SETTING
CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS index_granularity = 0;
-- error BAD_ARGUMENTS
SELECT count() FROM t SETTINGS final = 1, optimize_on_insert = 0;
-- 1
OPTIMIZE TABLE t FINAL SETTINGS no_such_setting = 1;
-- error UNKNOWN_SETTING
