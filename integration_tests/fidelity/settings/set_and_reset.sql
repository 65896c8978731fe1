-- SET holds for the session; SET … = DEFAULT takes it back.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);
INSERT INTO t VALUES (1);
SET final = 1;
SELECT count() FROM t;
-- 1
SET final = 0;
SELECT count() FROM t;
-- 2
SET final = 1, optimize_on_insert = 0;
SELECT count() FROM t;
-- 1
SET final = DEFAULT;
SELECT count() FROM t;
-- 2
SET optimize_on_insert = 1;
