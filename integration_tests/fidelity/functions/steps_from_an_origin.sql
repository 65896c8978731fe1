-- toStartOfInterval with an origin: steps that begin there.

CREATE TABLE t (t DateTime, d Date) ENGINE = ReplacingMergeTree ORDER BY t;
INSERT INTO t VALUES ('2024-03-31 00:10:00', '2024-03-31'), ('2024-03-31 03:40:00', '2024-02-29'), ('2024-06-02 12:00:00', '2024-06-02');

SELECT toStartOfInterval(t, INTERVAL 90 MINUTE, toDateTime('2024-03-30 00:05:00')) AS b FROM t ORDER BY t;
-- 2024-03-31 00:05:00
-- 2024-03-31 03:05:00
-- 2024-06-02 10:35:00
SELECT toStartOfInterval(t, INTERVAL 2 DAY, toDateTime('2024-03-30 06:00:00') - 86400) AS b, count() FROM t FINAL GROUP BY b ORDER BY b;
-- 2024-03-29 06:00:00	2
-- 2024-06-01 06:00:00	1
SELECT toStartOfInterval(t, INTERVAL 1 WEEK, toDateTime('2024-01-03 12:00:00')) AS b FROM t ORDER BY t;
-- 2024-03-27 12:00:00
-- 2024-03-27 12:00:00
-- 2024-05-29 12:00:00
SELECT toStartOfInterval(t, INTERVAL 1 MONTH, toDateTime('2024-01-31 02:00:00')) AS b FROM t ORDER BY t;
-- 2024-03-31 02:00:00
-- 2024-03-31 02:00:00
-- 2024-05-31 02:00:00
SELECT toStartOfInterval(d, INTERVAL 1 MONTH, toDate('2024-01-31')) AS b FROM t ORDER BY t;
-- 2024-03-31
-- 2024-01-31
-- 2024-05-31
SELECT time_bucket(d, INTERVAL 1 QUARTER, toDate('2023-02-10')) AS b, date_bin(d, INTERVAL 1 YEAR, toDate('2022-03-31')) AS y FROM t ORDER BY t;
-- 2024-02-10	2024-03-31
-- 2024-02-10	2023-03-31
-- 2024-05-10	2024-03-31
SELECT toTypeName(toStartOfInterval(t, INTERVAL 1 YEAR, toDateTime('2020-01-01 00:00:00'))) FROM t LIMIT 1;
-- DateTime
SELECT count() FROM t WHERE toStartOfInterval(t, INTERVAL 1 DAY, 'Asia/Tokyo') = toDateTime('2024-03-31 00:00:00', 'Asia/Tokyo');
-- 2
SELECT toStartOfInterval(t, INTERVAL 1 DAY, toDateTime('2024-04-01 00:00:00')) FROM t;
-- error BAD_ARGUMENTS
SELECT toStartOfInterval(t, INTERVAL 1 DAY, d) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toStartOfInterval(d, INTERVAL 1 HOUR, toDate('2024-01-01')) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
