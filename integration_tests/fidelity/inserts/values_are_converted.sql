-- Values are converted to the type of their column.

CREATE TABLE t (k UInt8, s String, f Float64, d Date, a DateTime, n Decimal(9, 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'x', 5, '2024-01-01', '2024-01-01 10:00:00', 3);
INSERT INTO t VALUES (2, 'y', '1.5', '2024-01-02', '2024-01-02 00:00:00', '4.25');
INSERT INTO t SELECT '3', 123, 2, toDate('2024-01-03'), toDateTime('2024-01-03 01:02:03'), 1.25;
INSERT INTO t VALUES (2 + 2, concat('a', 'b'), 1 / 4, toDate('2024-01-04'), toDateTime('2024-01-04 00:00:00'), 1 + 1);
SELECT * FROM t ORDER BY k;
-- 1	x	5	2024-01-01	2024-01-01 10:00:00	3
-- 2	y	1.5	2024-01-02	2024-01-02 00:00:00	4.25
-- 3	123	2	2024-01-03	2024-01-03 01:02:03	1.25
-- 4	ab	0.25	2024-01-04	2024-01-04 00:00:00	2
