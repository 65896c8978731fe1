-- ORDER BY tuple() makes all rows versions of one row.

CREATE TABLE t (a Int64, b Int64) ENGINE = ReplacingMergeTree ORDER BY tuple();
INSERT INTO t VALUES (1, 1), (2, 2);
SELECT * FROM t;
-- 2	2
INSERT INTO t VALUES (3, 3);
SELECT * FROM t FINAL;
-- 3	3
CREATE TABLE m (a Int64) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO m VALUES (2), (1), (2);
SELECT * FROM m;
-- 1
-- 2
-- 2
