-- Rules for some rows only, and several of them.

CREATE TABLE t (k Int64, ts DateTime, v Int64, d UInt8) ENGINE = ReplacingMergeTree(v, d) ORDER BY k TTL ts + INTERVAL 1 DAY DELETE WHERE d = 1, ts + INTERVAL 10 DAY, ts WHERE k = 6;
SYSTEM STOP MERGES t;
INSERT INTO t VALUES (1, now() - INTERVAL 5 DAY, 1, 1), (2, now() - INTERVAL 5 DAY, 1, 0), (3, now() - INTERVAL 50 DAY, 1, 0), (4, now(), 1, 1), (5, now() - INTERVAL 50 DAY, 1, 1), (6, now() - INTERVAL 1 MINUTE, 1, 0);
SELECT k, d FROM t ORDER BY k;
-- 1	1
-- 2	0
-- 3	0
-- 4	1
-- 5	1
-- 6	0
SELECT k, d FROM t FINAL ORDER BY k;
-- 2	0
-- 3	0
-- 6	0
SYSTEM START MERGES t;
OPTIMIZE TABLE t FINAL;
SELECT k, d FROM t ORDER BY k;
-- 2	0
-- 4	1
SELECT k, d FROM t FINAL ORDER BY k;
-- 2	0

-- A NULL is no condition that holds.
CREATE TABLE n (k Int64, ts DateTime, n Nullable(Int64)) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY WHERE n > 1;
INSERT INTO n VALUES (1, now() - INTERVAL 5 DAY, NULL), (2, now() - INTERVAL 5 DAY, 1), (3, now() - INTERVAL 5 DAY, 2);
OPTIMIZE TABLE n FINAL;
SELECT k FROM n ORDER BY k;
-- 1
-- 2
