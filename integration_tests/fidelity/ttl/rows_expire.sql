-- Rows whose TTL has come are there until parts merge; then they go.

CREATE TABLE t (k Int64, ts DateTime, s String) ENGINE = ReplacingMergeTree ORDER BY k TTL ts + INTERVAL 1 MONTH;
SYSTEM STOP MERGES t;
INSERT INTO t VALUES (1, now(), 'new'), (2, now() - INTERVAL 40 DAY, 'old'), (3, now() + INTERVAL 1 DAY, 'later');
INSERT INTO t SELECT number + 4, now() - INTERVAL 60 DAY, 'old' FROM numbers(3);
SELECT k, s FROM t ORDER BY k;
-- 1	new
-- 2	old
-- 3	later
-- 4	old
-- 5	old
-- 6	old
SELECT k, s FROM t FINAL ORDER BY k;
-- 1	new
-- 2	old
-- 3	later
-- 4	old
-- 5	old
-- 6	old
SYSTEM START MERGES t;
OPTIMIZE TABLE t FINAL;
SELECT k, s FROM t ORDER BY k;
-- 1	new
-- 3	later
SELECT count() FROM t FINAL;
-- 2

-- All rows expire: nothing is left.
CREATE TABLE u (k Int64, day Date) ENGINE = MergeTree ORDER BY k TTL day + 3;
SYSTEM STOP MERGES u;
INSERT INTO u VALUES (1, '2020-01-01'), (2, '2020-01-02');
INSERT INTO u VALUES (3, '2020-01-03');
SELECT count() FROM u;
-- 3
SYSTEM START MERGES u;
OPTIMIZE TABLE u FINAL;
SELECT count() FROM u;
-- 0
INSERT INTO u VALUES (4, '2100-01-01');
SELECT k FROM u;
-- 4

-- DateTime64, and functions.
CREATE TABLE v (k Int64, at DateTime64(3)) ENGINE = MergeTree ORDER BY k TTL toDateTime(at) + toIntervalHour(2);
INSERT INTO v VALUES (1, now64(3) - INTERVAL 3 HOUR), (2, now64(3) - INTERVAL 1 HOUR);
OPTIMIZE TABLE v FINAL;
SELECT k FROM v ORDER BY k;
-- 2
CREATE TABLE w (k Int64, at DateTime64(3), days UInt8) ENGINE = MergeTree ORDER BY k TTL addDays(at, days);
INSERT INTO w VALUES (1, now64(3) - INTERVAL 3 DAY, 2), (2, now64(3) - INTERVAL 3 DAY, 4);
OPTIMIZE TABLE w FINAL;
SELECT k FROM w ORDER BY k;
-- 2

-- The beginning of 1970 means never.
CREATE TABLE x (k Int64, till DateTime) ENGINE = MergeTree ORDER BY k TTL till;
INSERT INTO x VALUES (1, toDateTime(0)), (2, toDateTime(1)), (3, now() + INTERVAL 1 DAY);
OPTIMIZE TABLE x FINAL;
SELECT k FROM x ORDER BY k;
-- 1
-- 3

-- A Nullable column may say when, if something stands for NULL.
CREATE TABLE y (k Int64, till Nullable(DateTime)) ENGINE = MergeTree ORDER BY k TTL coalesce(till, toDateTime(0));
INSERT INTO y VALUES (1, NULL), (2, toDateTime(1)), (3, now() + INTERVAL 1 DAY);
OPTIMIZE TABLE y FINAL;
SELECT k FROM y ORDER BY k;
-- 1
-- 3
