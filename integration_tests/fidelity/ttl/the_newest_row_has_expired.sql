-- An expired row beats the older ones of its key first: they do not come back.

CREATE TABLE t (k Int64, ts DateTime, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k TTL ts + INTERVAL 1 MONTH SETTINGS ttl_only_drop_parts = 1, merge_selector_base = 1000000;
INSERT INTO t VALUES (1, now(), 1), (9, now(), 1);
INSERT INTO t VALUES (1, now() - INTERVAL 100 DAY, 2), (9, now(), 2);
INSERT INTO t VALUES (2, now() - INTERVAL 100 DAY, 1), (9, now(), 3);
INSERT INTO t VALUES (2, now(), 2), (9, now(), 4);
INSERT INTO t VALUES (3, now() - INTERVAL 100 DAY, 2), (9, now(), 5);
INSERT INTO t VALUES (3, now(), 1), (9, now(), 6);
SELECT k, v FROM t FINAL ORDER BY k;
-- 1	2
-- 2	2
-- 3	2
-- 9	6
OPTIMIZE TABLE t FINAL;
SELECT k, v FROM t ORDER BY k;
-- 2	2
-- 9	6
SELECT k, v FROM t FINAL ORDER BY k;
-- 2	2
-- 9	6
INSERT INTO t VALUES (1, now(), 0), (9, now(), 7);
SELECT k, v FROM t FINAL ORDER BY k;
-- 1	0
-- 2	2
-- 9	7

-- In one part, too.
SET optimize_on_insert = 0;
CREATE TABLE o (k Int64, ts DateTime, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k TTL ts + INTERVAL 1 MONTH;
INSERT INTO o VALUES (1, now(), 1), (1, now() - INTERVAL 100 DAY, 2), (2, now() - INTERVAL 100 DAY, 1), (2, now(), 2);
OPTIMIZE TABLE o FINAL;
SELECT k, v FROM o ORDER BY k;
-- 2	2

-- In other partitions nothing is beaten by it.
CREATE TABLE p (k Int64, part Int64, ts DateTime, v Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k PARTITION BY part TTL ts + INTERVAL 1 MONTH;
SYSTEM STOP MERGES p;
INSERT INTO p VALUES (1, 1, now(), 1), (2, 1, now(), 1);
INSERT INTO p VALUES (1, 2, now() - INTERVAL 100 DAY, 2);
SELECT k, v FROM p FINAL ORDER BY k;
-- 1	2
-- 2	1
SYSTEM START MERGES p;
OPTIMIZE TABLE p FINAL;
SELECT k, v FROM p FINAL ORDER BY k;
-- 1	1
-- 2	1
