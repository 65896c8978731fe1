-- Days and times that are moved, or made of numbers, beyond what their type holds.

CREATE TABLE t (k Int64, dt DateTime) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1970-01-01 00:00:00');

SELECT toDateTime(-1), toDateTime(4294967296), CAST(k - 2 AS DateTime) FROM t;
-- 1970-01-01 00:00:00	2106-02-07 06:28:15	1970-01-01 00:00:00
SELECT dt - 1 FROM t;
-- 2106-02-07 06:28:15
-- differs: it is that time, docs/differences.md#nothing-is-lost-or-guessed
-- 1969-12-31 23:59:59
SELECT dt - INTERVAL 1 DAY FROM t;
-- 2106-02-06 06:28:16
-- differs: it is that time, docs/differences.md#nothing-is-lost-or-guessed
-- 1969-12-31 00:00:00
