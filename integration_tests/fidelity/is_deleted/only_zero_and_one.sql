-- Another value of the mark is refused.

CREATE TABLE t (k Int64, ver UInt32, del UInt8) ENGINE = ReplacingMergeTree(ver, del) ORDER BY k;
INSERT INTO t VALUES (1, 1, 2);
-- error INCORRECT_DATA
SELECT count() FROM t;
-- 0
INSERT INTO t VALUES (1, 1, 1);
SELECT count() FROM t;
-- 1
SELECT count() FROM t FINAL;
-- 0
