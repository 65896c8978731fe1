-- A current row whose mark is 1 is not shown; a later version brings it back.

CREATE TABLE t (k Int64, v String, ver UInt32, del UInt8)
ENGINE = ReplacingMergeTree(ver, del) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1, 0), (2, 'b', 1, 0);
INSERT INTO t VALUES (1, 'a', 2, 1);
SELECT * FROM t FINAL;
-- 2	b	1	0
SELECT count() FROM t;
-- 3
INSERT INTO t VALUES (1, 'back', 3, 0);
SELECT k, v FROM t FINAL ORDER BY k;
-- 1	back
-- 2	b
INSERT INTO t VALUES (1, 'late tombstone', 2, 1);
SELECT k, v FROM t FINAL ORDER BY k;
-- 1	back
-- 2	b
