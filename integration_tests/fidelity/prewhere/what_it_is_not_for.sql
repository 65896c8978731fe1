-- PREWHERE needs a table that can be filtered while it is read.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);

SELECT * FROM (SELECT 1 AS a) PREWHERE a = 1;
-- error ILLEGAL_PREWHERE
SELECT * FROM numbers(3) PREWHERE number = 1;
-- error ILLEGAL_PREWHERE
WITH c AS (SELECT * FROM t) SELECT * FROM c PREWHERE k = 1;
-- error ILLEGAL_PREWHERE
SELECT * FROM no_such_table PREWHERE k = 1;
-- error UNKNOWN_TABLE
SELECT k FROM t PREWHERE k = 1;
-- 1
SELECT k FROM t PREWHERE _part = 'all_1_1_0';
-- (no rows)
SELECT k FROM t FINAL WHERE _partition_id = 'all';
-- 1
SELECT k FROM t FINAL PREWHERE _partition_id = 'all';
-- 1
