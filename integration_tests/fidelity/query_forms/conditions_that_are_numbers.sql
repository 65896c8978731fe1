-- A number is a condition: not 0 is true.

CREATE TABLE t (k Int64, active UInt8, hidden UInt8) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 0), (2, 0, 1), (3, 5, 1);

SELECT k FROM t FINAL WHERE active ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE NOT active;
-- 2
SELECT k FROM t WHERE active AND (hidden OR k = 1) ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE active AND NOT hidden;
-- 1
SELECT count() FROM t WHERE active = 1 OR hidden;
-- 3
