-- INSERT … SELECT, also from the table itself and from a union.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t SELECT 1, 'one', 1;
INSERT INTO t (ver, k) SELECT 7, 2;
INSERT INTO t SELECT number + 10, toString(number), 1 FROM numbers(3);
INSERT INTO t SELECT k, upper(v), ver + 1 FROM t FINAL WHERE k < 3;
INSERT INTO t SELECT 5, 'u', 1 UNION ALL SELECT 6, 'v', 1;
INSERT INTO t WITH x AS (SELECT 8 AS k) SELECT k, 'with', 1 FROM x;
INSERT INTO t (k, v) SELECT k + 100, v FROM t FINAL WHERE k = 1 OR k = 10;
SELECT * FROM t FINAL ORDER BY k;
-- 1	ONE	2
-- 2	''	8
-- 5	u	1
-- 6	v	1
-- 8	with	1
-- 10	0	1
-- 11	1	1
-- 12	2	1
-- 101	ONE	0
-- 110	0	0
