-- Ten INSERTs of the same keys, then one part.

CREATE TABLE t (k UInt32, v UInt32, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t SELECT number, 1, 10 FROM numbers(5);
INSERT INTO t SELECT number + 2, 2, 5 FROM numbers(5);
INSERT INTO t SELECT number * 2, 3, 20 FROM numbers(5);
SELECT * FROM t FINAL ORDER BY k;
-- 0	3	20
-- 1	1	10
-- 2	3	20
-- 3	1	10
-- 4	3	20
-- 5	2	5
-- 6	3	20
-- 8	3	20
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
-- 0	3	20
-- 1	1	10
-- 2	3	20
-- 3	1	10
-- 4	3	20
-- 5	2	5
-- 6	3	20
-- 8	3	20
SELECT sum(v) FROM t;
-- 19
