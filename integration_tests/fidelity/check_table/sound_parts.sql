-- CHECK TABLE tells of each part whether its files are sound, or of all in one number.

CREATE TABLE t (k Int64, v String, p Int64) ENGINE = ReplacingMergeTree PARTITION BY p ORDER BY k;
CHECK TABLE t;
-- (no rows)
CHECK TABLE t SETTINGS check_query_single_value_result = 1;
-- 1
INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2);
INSERT INTO t VALUES (1, 'c', 1);
CHECK TABLE t PARTITION 2;
-- 2_2_2_1	1	''
CHECK TABLE t PARTITION ID '2';
-- 2_2_2_1	1	''
CHECK TABLE t PARTITION 7;
-- (no rows)
CHECK TABLE t PART '1_1_1_1';
-- 1_1_1_1	1	''
CHECK TABLE t PART '1_1_1_1' SETTINGS check_query_single_value_result = 1;
-- 1
CHECK TABLE t SETTINGS check_query_single_value_result = 1;
-- 1
CHECK TABLE shop.t PARTITION 7 SETTINGS check_query_single_value_result = 1;
-- 1
CHECK TABLE t SETTINGS max_threads = 2, check_query_single_value_result = 1;
-- 1
SET check_query_single_value_result = 1;
CHECK TABLE t;
-- 1
CHECK TABLE t PARTITION 1 SETTINGS check_query_single_value_result = 0;
-- 1_1_1_1	1	''
-- 1_3_3_1	1	''
CHECK TABLE t FORMAT Null;
