-- Merges compare addresses, UUIDs and members of Enums as ClickHouse orders them, inside of tuples and arrays, too.

CREATE TABLE agm (k UInt8, p SimpleAggregateFunction(max, IPv4), u SimpleAggregateFunction(min, UUID), v SimpleAggregateFunction(max, IPv6),
    t SimpleAggregateFunction(max, Tuple(IPv4, UInt8)), e SimpleAggregateFunction(max, Enum8('b' = 1, 'a' = 2)), n SimpleAggregateFunction(min, Nullable(IPv4)),
    s AggregateFunction(argMax, UInt8, IPv4), s2 AggregateFunction(max, UUID), s3 AggregateFunction(argMin, String, Enum8('b' = 1, 'a' = 2)), s4 AggregateFunction(max, Array(IPv4)))
ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO agm SELECT 1, '10.0.0.0', 'ffffffff-0000-0000-0000-000000000000', '10::', ('10.0.0.0', 1), 'b', '10.0.0.0',
    argMaxState(1::UInt8, toIPv4('10.0.0.0')), maxState(toUUID('ffffffff-0000-0000-0000-000000000000')), argMinState('x', 'b'::Enum8('b' = 1, 'a' = 2)), maxState([toIPv4('10.0.0.0')]) FROM numbers(1);
INSERT INTO agm SELECT 1, '9.0.0.0', '00000000-0000-0000-ffff-ffffffffffff', '9::', ('9.0.0.0', 1), 'a', NULL,
    argMaxState(2::UInt8, toIPv4('9.0.0.0')), maxState(toUUID('00000000-0000-0000-ffff-ffffffffffff')), argMinState('y', 'a'::Enum8('b' = 1, 'a' = 2)), maxState([toIPv4('9.0.0.0')]) FROM numbers(1);
INSERT INTO agm (k, p, n) VALUES (2, '100.0.0.0', NULL), (2, '20.0.0.0', '20.0.0.0'), (2, '3.0.0.0', '100.0.0.0');
SELECT k, p, u, v, t, e, n FROM agm FINAL ORDER BY k;
-- 1	10.0.0.0	ffffffff-0000-0000-0000-000000000000	10::	('10.0.0.0',1)	a	10.0.0.0
-- 2	100.0.0.0	00000000-0000-0000-0000-000000000000	::	('0.0.0.0',0)	b	20.0.0.0
SELECT k, finalizeAggregation(s), finalizeAggregation(s2), finalizeAggregation(s3), finalizeAggregation(s4) FROM agm FINAL WHERE k = 1;
-- 1	1	00000000-0000-0000-ffff-ffffffffffff	x	['10.0.0.0']
SELECT max(p), min(u), max(t), argMaxMerge(s), maxMerge(s2), argMinMerge(s3), maxMerge(s4) FROM agm WHERE k = 1;
-- 10.0.0.0	ffffffff-0000-0000-0000-000000000000	('10.0.0.0',1)	1	00000000-0000-0000-ffff-ffffffffffff	x	['10.0.0.0']
OPTIMIZE TABLE agm FINAL;
SELECT k, p, u, v, t, e, n FROM agm ORDER BY k;
-- 1	10.0.0.0	ffffffff-0000-0000-0000-000000000000	10::	('10.0.0.0',1)	a	10.0.0.0
-- 2	100.0.0.0	00000000-0000-0000-0000-000000000000	::	('0.0.0.0',0)	b	20.0.0.0
SELECT k, finalizeAggregation(s), finalizeAggregation(s2), finalizeAggregation(s3), finalizeAggregation(s4) FROM agm WHERE k = 1;
-- 1	1	00000000-0000-0000-ffff-ffffffffffff	x	['10.0.0.0']

-- A projection keeps extremes in this order, too.
CREATE TABLE proj (k UInt8, p IPv4, u UUID, PROJECTION extremes (SELECT k, max(p), min(u) GROUP BY k)) ENGINE = MergeTree ORDER BY k;
INSERT INTO proj VALUES (1, '10.0.0.0', 'ffffffff-0000-0000-0000-000000000000'), (1, '9.0.0.0', '00000000-0000-0000-ffff-ffffffffffff');
INSERT INTO proj VALUES (1, '100.0.0.0', '00000000-0000-0001-0000-000000000000'), (2, '99.0.0.0', '00000000-0000-0000-0000-000000000000');
SELECT k, max(p), min(u) FROM proj GROUP BY k ORDER BY k;
-- 1	100.0.0.0	00000000-0000-0001-0000-000000000000
-- 2	99.0.0.0	00000000-0000-0000-0000-000000000000
OPTIMIZE TABLE proj FINAL;
SELECT k, max(p), min(u) FROM proj GROUP BY k ORDER BY k;
-- 1	100.0.0.0	00000000-0000-0001-0000-000000000000
-- 2	99.0.0.0	00000000-0000-0000-0000-000000000000

-- The newest row by a version is a number's; a table of rows that are summed keeps keys apart.
CREATE TABLE summed (p IPv4, n UInt32) ENGINE = SummingMergeTree ORDER BY p;
INSERT INTO summed VALUES ('10.0.0.0', 1), ('9.0.0.0', 2);
INSERT INTO summed VALUES ('10.0.0.0', 3);
SELECT p, n FROM summed FINAL ORDER BY p;
-- 9.0.0.0	2
-- 10.0.0.0	4

-- A subquery that is the only argument of a function in a mutation
CREATE TABLE m1 (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO m1 VALUES (1, 'a'), (2, 'b');
ALTER TABLE m1 UPDATE v = toString((SELECT 7)) WHERE 1 SETTINGS mutations_sync = 2;
SELECT * FROM m1 ORDER BY k;
-- 1	7
-- 2	7
ALTER TABLE m1 DELETE WHERE k = toUInt8((SELECT 1)) SETTINGS mutations_sync = 2;
SELECT * FROM m1 ORDER BY k;
-- 2	7
