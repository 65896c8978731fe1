-- Among equal versions the last inserted row wins, within an INSERT and across INSERTs.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 7), (1, 'b', 7), (1, 'c', 7);
SELECT v FROM t;
-- c
INSERT INTO t VALUES (1, 'd', 7);
SELECT v FROM t FINAL;
-- d
INSERT INTO t VALUES (1, 'e', 6);
SELECT v FROM t FINAL;
-- d
OPTIMIZE TABLE t FINAL;
SELECT v FROM t;
-- d
