-- Not the last inserted row wins but the one with the highest version.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'third', 3);
INSERT INTO t VALUES (1, 'first', 1);
INSERT INTO t VALUES (1, 'second', 2);

SELECT v, ver FROM t FINAL;
-- third	3
SELECT count() FROM t;
-- 3
OPTIMIZE TABLE t FINAL;
SELECT v, ver FROM t;
-- third	3
INSERT INTO t VALUES (1, 'zeroth', 0);
SELECT v FROM t FINAL;
-- third
