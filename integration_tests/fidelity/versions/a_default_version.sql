-- A version that the column's DEFAULT gives counts like any other.

CREATE TABLE t (k Int64, v String, ver UInt32 DEFAULT 100)
ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t (k, v) VALUES (1, 'by default');
INSERT INTO t VALUES (1, 'explicit', 99);
INSERT INTO t VALUES (2, 'explicit', 101);
INSERT INTO t (k, v) VALUES (2, 'by default');

SELECT * FROM t FINAL ORDER BY k;
-- 1	by default	100
-- 2	explicit	101
