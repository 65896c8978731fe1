-- PREWHERE filters before the current row is looked for, so it brings older versions back.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'old', 3);
INSERT INTO t VALUES (1, 'new', 5);
INSERT INTO t VALUES (2, 'x', 1);

SELECT * FROM t FINAL WHERE v = 'old';
-- (no rows)
SELECT * FROM t FINAL PREWHERE v = 'old';
-- 1	old	3
SELECT * FROM t FINAL PREWHERE ver < 5 WHERE k = 1;
-- 1	old	3
SELECT count() FROM t FINAL PREWHERE ver < 5;
-- 2
SELECT * FROM t PREWHERE k = 1 ORDER BY ver;
-- 1	old	3
-- 1	new	5
SELECT k FROM t FINAL PREWHERE k IN (1, 2) AND ver < 4 ORDER BY k;
-- 1
-- 2
