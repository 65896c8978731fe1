-- A key may be an expression: here one row a day.

CREATE TABLE t (k UInt32, at DateTime, v String) ENGINE = ReplacingMergeTree
ORDER BY (k, toDate(at));
INSERT INTO t VALUES (1, '2024-01-01 08:00:00', 'morning'), (1, '2024-01-02 08:00:00', 'next day');
INSERT INTO t VALUES (1, '2024-01-01 20:00:00', 'evening');
SELECT * FROM t FINAL ORDER BY at;
-- 1	2024-01-01 20:00:00	evening
-- 1	2024-01-02 08:00:00	next day
