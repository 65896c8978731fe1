-- Functions that look at the clock see that of the time's own zone.

CREATE TABLE z (k Int32, at DateTime('America/New_York'), a64 DateTime64(3,'Asia/Tokyo'), u DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO z VALUES (1,'2024-03-10 01:30:00','2024-03-10 01:30:00.250','2024-03-10 23:30:00'),(2,'2024-07-01 00:00:00','2024-07-01 00:00:00.000','2024-07-01 00:00:00');
SELECT toHour(at), toHour(a64), toDate(at), toDate(a64) FROM z ORDER BY k;
-- 1	1	2024-03-10	2024-03-10
-- 0	0	2024-07-01	2024-07-01
SELECT toUnixTimestamp(at), toUnixTimestamp(a64) FROM z ORDER BY k;
-- 1710052200	1710001800
-- 1719806400	1719759600
SELECT k FROM z WHERE at = '2024-07-01 00:00:00' AND a64 >= '2024-07-01' ORDER BY k;
-- 2
SELECT toHour(toTimeZone(at, 'UTC')), toTypeName(toTimeZone(at, 'UTC')), toHour(at, 'UTC'), toString(at, 'UTC') FROM z ORDER BY k;
-- 6	DateTime('UTC')	6	2024-03-10 06:30:00
-- 4	DateTime('UTC')	4	2024-07-01 04:00:00
SELECT toUnixTimestamp(toStartOfDay(at)), toUnixTimestamp(toStartOfHour(a64)), toStartOfMonth(at), toMonday(at), toUnixTimestamp(toStartOfInterval(at, INTERVAL 1 DAY)) FROM z ORDER BY k;
-- 1710046800	1710000000	2024-03-01	2024-03-04	1710046800
-- 1719806400	1719759600	2024-07-01	2024-07-01	1719806400
SELECT toUnixTimestamp(toDateTime('2024-01-01 00:00:00', 'Asia/Tokyo')), toHour(toDateTime('2024-01-01 05:00:00', 'Asia/Tokyo')), toUnixTimestamp('2024-01-01 00:00:00', 'Asia/Tokyo') FROM z LIMIT 1;
-- 1704034800	5	1704034800
SELECT toHour(at) AS h, count() FROM z GROUP BY h ORDER BY h;
-- 0	1
-- 1	1
SELECT toHour(x) FROM (SELECT at AS x FROM z ORDER BY k);
-- 0
-- 1
SELECT toHour(u), toHour(toDateTime(u)), toHour(CAST(u AS DateTime('Asia/Tokyo'))), toDate(u, 'Asia/Tokyo') FROM z ORDER BY k;
-- 23	23	8	2024-03-11
-- 0	0	9	2024-07-01
SELECT k FROM z WHERE toDate(at) = '2024-03-10' ORDER BY k;
-- 1
SELECT k FROM z WHERE at BETWEEN '2024-03-10 00:00:00' AND '2024-03-10 23:59:59' ORDER BY k;
-- 1
SELECT toHour(at + INTERVAL 1 HOUR), toHour(at + INTERVAL 1 DAY), toMonth(addMonths(at, 1)), dateDiff('hour', at, at + INTERVAL 1 DAY), dateDiff('day', at, at + INTERVAL 25 HOUR) FROM z ORDER BY k;
-- 3	1	4	23	1
-- 1	0	8	24	1
SELECT toString(at), toString(a64), formatDateTime(at, '%H:%i'), toYYYYMMDD(at), toInt8(toStartOfDay(at) = at) FROM z ORDER BY k;
-- 2024-03-10 01:30:00	2024-03-10 01:30:00.250	01:30	20240310	0
-- 2024-07-01 00:00:00	2024-07-01 00:00:00.000	00:00	20240701	1
SELECT toInt8(date_trunc('day', at) = at), toUnixTimestamp(date_trunc('day', at)) FROM z ORDER BY k;
-- 0	1710046800
-- 1	1719806400
SELECT toTypeName(at), toTypeName(at + 1), toTypeName(toStartOfDay(at)), toTypeName(a64 + INTERVAL 1 SECOND) FROM z LIMIT 1;
-- DateTime('America/New_York')	DateTime('America/New_York')	DateTime('America/New_York')	DateTime64(3, 'Asia/Tokyo')
