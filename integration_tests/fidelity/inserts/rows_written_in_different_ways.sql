-- Each value is converted to the type of its column by itself, however the rows beside it are written.

CREATE TABLE times (u UInt8, t DateTime, d Date) ENGINE = MergeTree ORDER BY u;
INSERT INTO times VALUES (1, '2024-05-05 00:00:00', '2024-05-05'), (2, toDateTime('2024-05-06 01:02:03'), toDate(19000)), (3, 1700000000, 19000);
SELECT * FROM times ORDER BY u;
-- 1	2024-05-05 00:00:00	2024-05-05
-- 2	2024-05-06 01:02:03	2022-01-08
-- 3	2023-11-14 22:13:20	2022-01-08
CREATE TABLE words (u UInt8, b Bool, e Enum('x' = 1, 'y' = 2), a Array(UInt8), s String) ENGINE = MergeTree ORDER BY u;
INSERT INTO words VALUES (1, true, 'x', [1], 'x'), (2, 1, 2, [2, 3], 5), (3, 0, 'y', [], 1.50), (4, 'true', 1, range(2), true), (5, 1 = 1, 'x', [], toDate('2024-01-01'));
SELECT u, b + 0, e, a, s FROM words ORDER BY u;
-- 1	1	x	[1]	x
-- 2	1	y	[2,3]	5
-- 3	0	y	[]	1.5
-- 4	1	x	[0,1]	true
-- 5	1	x	[]	2024-01-01
CREATE TABLE numbers (u UInt8, f Float64, n Nullable(Float64), i Int32, d Decimal(10, 2)) ENGINE = MergeTree ORDER BY u;
INSERT INTO numbers VALUES (1, 1, NULL, '7', '1.50'), (2, 'nan', '1', 8, 2.505), (3, 1 / 4, 2, 1.0, 1 + 1), (4, '-1.5e3', nan, true, 7), (5, inf, true, NULL, NULL);
SELECT * FROM numbers ORDER BY u;
-- 1	1	\N	7	1.5
-- 2	nan	1	8	2.5
-- 3	0.25	2	1	2
-- 4	-1500	nan	1	7
-- 5	inf	1	0	0
CREATE TABLE versions (k UInt8, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO versions VALUES (1, 'a'), (1, 2), (1, 'c'), (2, 'x'), (2, 5);
SELECT * FROM versions FINAL ORDER BY k;
-- 1	c
-- 2	5
CREATE TABLE nested (a Array(Float64), m Map(String, UInt8), t Tuple(UInt8, String)) ENGINE = MergeTree ORDER BY a;
INSERT INTO nested VALUES ([], {}, (1, 'x')), ([1, 2], {'a': 1}, tuple(2, 'y')), (['3'], map(), ('3', toString(5)));
SELECT a, m['a'], t.1, t.2 FROM nested ORDER BY a;
-- []	0	1	x
-- [1,2]	1	2	y
-- [3]	0	3	5
INSERT INTO words (u, b) VALUES (5, 'x'), (6, 1);
-- error CANNOT_PARSE_BOOL
INSERT INTO words (u, e) VALUES (5, 'z'), (6, 1);
-- error UNKNOWN_ELEMENT_OF_ENUM
INSERT INTO numbers (u, i) VALUES (9, 'x'), (10, 1);
-- error CANNOT_PARSE_TEXT
INSERT INTO nested (a) VALUES ([1, '2']);
-- error NO_COMMON_TYPE
