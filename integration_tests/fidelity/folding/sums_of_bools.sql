-- A sum of Bools is a Bool.

CREATE TABLE t (k Int32, b Bool, c Bool) ENGINE = SummingMergeTree(b) ORDER BY k;
INSERT INTO t VALUES (1, true, true), (2, true, true), (3, false, false), (4, false, true);
INSERT INTO t VALUES (1, true, false), (2, false, false), (3, false, true), (4, true, true);
SELECT k, b, c FROM t FINAL ORDER BY k;
-- 1	true	true
-- 2	true	true
-- 4	true	true
SELECT k FROM t FINAL WHERE b ORDER BY k;
-- 1
-- 2
-- 4
SELECT k FROM t FINAL WHERE b = true ORDER BY k;
-- 2
-- 4
-- differs: a sum of Bools is true or false, docs/differences.md#sparks-values
-- 1
-- 2
-- 4
SELECT k FROM t FINAL WHERE b = false ORDER BY k;
-- (no rows)
