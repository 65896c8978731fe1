-- On columns of the key PREWHERE and WHERE give the same.

CREATE TABLE t (a UInt32, b UInt32, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY (a, b);
INSERT INTO t VALUES (1, 1, 'x', 1), (1, 2, 'y', 1), (2, 1, 'z', 1);
INSERT INTO t VALUES (1, 1, 'xx', 2);
SELECT v FROM t FINAL PREWHERE a = 1 ORDER BY v;
-- xx
-- y
SELECT v FROM t FINAL WHERE a = 1 ORDER BY v;
-- xx
-- y
SELECT v FROM t FINAL PREWHERE a = 1 AND b = 1;
-- xx
SELECT count() FROM t FINAL PREWHERE a IN (1, 2) WHERE v != 'z';
-- 2
