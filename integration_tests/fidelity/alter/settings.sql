-- Settings of a table that change, and one that cannot.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
ALTER TABLE t MODIFY SETTING old_parts_lifetime = 60;
ALTER TABLE t MODIFY SETTING index_granularity = 1024;
-- error READONLY_SETTING
ALTER TABLE t MODIFY SETTING no_such_setting = 1;
-- error UNKNOWN_SETTING
ALTER TABLE t RESET SETTING old_parts_lifetime;
ALTER TABLE t RESET SETTING no_such_setting;
-- error BAD_ARGUMENTS
