-- GLOBAL and FORMAT are read; they change nothing here.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE u (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1), (2), (3);
INSERT INTO u VALUES (2), (3), (4);

SELECT k FROM t FINAL WHERE k GLOBAL IN (SELECT k FROM u FINAL) ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE k GLOBAL NOT IN (2) ORDER BY k;
-- 1
-- 3
SELECT t.k FROM t GLOBAL INNER JOIN u ON t.k = u.k ORDER BY t.k;
-- 2
-- 3
SELECT t.k FROM t ALL INNER JOIN u ON t.k = u.k ORDER BY t.k;
-- 2
-- 3
SELECT k FROM t FORMAT `Null`;
