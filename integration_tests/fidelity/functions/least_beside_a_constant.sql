-- ClickHouse adds a constant to the least and the greatest, not to each row: over no rows that shows.

CREATE TABLE n (k Int64, x Int64, d Date, t DateTime('UTC'), f Float64) ENGINE = MergeTree ORDER BY k;

SELECT min(x + 1), max(x - 5), sum(x + 1), min(x * 2), max(x * -2), min(x / 2), avg(x + 1) FROM n;
-- 1	-5	0	0	0	0	nan

SELECT min(d + 1), min(d + INTERVAL 1 DAY), max(INTERVAL 1 DAY + d), min(t + INTERVAL 1 HOUR), min(addDays(d, 1)), min(1 + d), any(d + INTERVAL 1 DAY), min(2 - x), max(2 - x) FROM n;
-- 1970-01-02	1970-01-02	1970-01-02	1970-01-01 01:00:00	1970-01-01	1970-01-02	1970-01-01	2	2

SELECT min(d + INTERVAL 1 DAY) FROM n HAVING count() = 0;
-- 1970-01-02

SELECT a FROM (SELECT min(d + INTERVAL 1 MONTH) AS a FROM n WHERE k > 4);
-- 1970-02-01

SELECT minIf(d + INTERVAL 1 DAY, k > 1), min(x + k), minOrNull(d + INTERVAL 1 DAY), min(x + 1.5), min(f + 1), min(1 - f), min(toDate(x) + 1) FROM n;
-- 1970-01-01	0	\N	1.5	1	1	1970-01-02

SELECT min(toNullable(x) + 1), min(x + NULL), max(NULL - x), min(DISTINCT x + 1) FROM n;
-- \N	\N	\N	0

SELECT min(x + 1) FROM n SETTINGS aggregate_functions_null_for_empty = 1;
-- \N

INSERT INTO n VALUES (1, 5, '2024-01-31', '2024-01-31 00:00:00', 1.5), (2, 9223372036854775807, '2024-06-06', '2024-03-01 00:00:00', nan), (3, -7, '1970-01-01', '1970-01-01 00:00:00', -2);

SELECT min(x + 1), max(x - 5), min(5 - x), max(5 - x), max(x + 1) FROM n;
-- -6	9223372036854775802	-9223372036854775802	12	-9223372036854775808

SELECT k % 2, min(d + 1) AS a, max(t + INTERVAL 1 HOUR), min(f + 1), max(1 - f) FROM n GROUP BY k % 2 HAVING min(x + 1) < 100 OR a > '1970-01-01' ORDER BY max(k + 1), min(x - 1);
-- 0	2024-06-07	2024-03-01 01:00:00	nan	nan
-- 1	1970-01-02	2024-01-31 01:00:00	-1	3

SELECT min(x + 1) + max(2 - x), toTypeName(min(x + 1)), toTypeName(max(toUInt8(x) + 1)), max(toUInt8(k) - 5), min(k + 1) OVER (ORDER BY k) FROM n GROUP BY k ORDER BY k;
-- 3	Int64	UInt16	-4	2
-- 3	Int64	UInt16	-3	2
-- 3	Int64	UInt16	-2	2

SELECT DISTINCT min(x + (SELECT max(k) FROM n)) FROM n WHERE k > 5;
-- 3

SELECT min(min(x + 1)) FROM n;
-- error ILLEGAL_AGGREGATION

SELECT min(d + d) FROM n;
-- error ILLEGAL_TYPE_OF_ARGUMENT
