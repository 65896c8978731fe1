-- WITH may stand before INSERT.

CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k;
WITH 5 AS x INSERT INTO t SELECT x, x + 1;
WITH y AS (SELECT 6 AS k, 7 AS v) INSERT INTO t (v, k) SELECT v, k FROM y;
WITH 8 AS x INSERT INTO t WITH 9 AS z SELECT x, z;
-- error SYNTAX_ERROR
WITH y AS (SELECT 1 AS k) SELECT k FROM y;
-- 1
SELECT * FROM t ORDER BY k;
-- 5	6
-- 6	7
