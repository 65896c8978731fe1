-- A text beside a day: the 30th of February is the 1st of March, and what no month has at all is the type's first day.

CREATE TABLE t (k UInt32, d Date, d32 Date32, at DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-03-01', '2024-03-01', '2024-03-01 00:00:00'), (2, '1970-01-01', '1900-01-01', '1970-01-01 00:00:00'), (3, '2025-01-01', '2025-01-01', '2025-01-01 00:00:00');

SELECT k FROM t WHERE d = '2024-02-30';
-- 1
SELECT k FROM t WHERE d = '2024-13-01';
-- 2
SELECT k FROM t WHERE d > '2024-02-31' ORDER BY k;
-- 3
SELECT k FROM t WHERE d32 IN ('2024-02-30', '2024-01-32') ORDER BY k;
-- 1
-- 2
SELECT k FROM t WHERE d BETWEEN '2023-02-31' AND '2024-04-31' ORDER BY k;
-- 1
SELECT k FROM t WHERE at >= '2024-02-30 00:00:00';
-- error CANNOT_PARSE_DATETIME
SELECT k FROM t WHERE at >= '2024-13-01 00:00:00';
-- error CANNOT_PARSE_DATETIME
