-- PREWHERE on other columns filters the rows that FINAL merges, whatever the engine makes of them.

SET optimize_on_insert = 0;
CREATE TABLE s (k Int32, v UInt64, n Nullable(Int32), t String, d DateTime64(3), e Decimal(10, 2), f Float64, m Nullable(Int32) MATERIALIZED n + 1) ENGINE = SummingMergeTree ORDER BY k;
INSERT INTO s VALUES (1, 5, 1, 'a', '2020-01-01 00:00:00.5', 1.5, 0.25), (2, 6, NULL, 'b', '2020-01-02 00:00:00', 2.5, 1.25);
INSERT INTO s VALUES (1, 7, 2, 'c', '2020-01-03 00:00:00', 1.5, 0.25), (2, 18446744073709551610, NULL, 'd', '2020-01-02 00:00:00', -2.5, -1.25);
INSERT INTO s VALUES (1, 8, 3, 'c', '2020-01-03 00:00:00', 1.5, 0.25), (3, 0, 0, 'd', '2020-01-02 00:00:00', 0, 0);
SELECT *, m FROM s FINAL PREWHERE v > 5 ORDER BY k;
-- 1	15	5	c	2020-01-03 00:00:00.000	3	0.5	7
SELECT *, m FROM s FINAL PREWHERE t != 'c' AND f < 1000 ORDER BY k;
-- 1	5	1	a	2020-01-01 00:00:00.500	1.5	0.25	2
-- 3	0	0	d	2020-01-02 00:00:00.000	0	0	1
SELECT x.t, x.v + 1 AS w FROM s AS x FINAL PREWHERE x.t IN (SELECT 'c') WHERE w > 3;
-- c	16
SELECT sum(v), count(f), min(t) FROM s FINAL PREWHERE t = 'nothing';
-- 0	0	''
SELECT t, sum(v) FROM s FINAL PREWHERE e > 0 GROUP BY t ORDER BY t;
-- a	20
-- b	6
SELECT a.k, a.v, b.v FROM (SELECT * FROM s FINAL PREWHERE v = 7) AS a JOIN (SELECT * FROM s FINAL PREWHERE v = 8) AS b ON a.k = b.k;
-- 1	7	8
SELECT k, v FROM s FINAL PREWHERE v = 5 UNION ALL SELECT k, v FROM s FINAL PREWHERE v = 8 ORDER BY v;
-- 1	5
-- 1	8
ALTER TABLE s RENAME COLUMN v TO total;
ALTER TABLE s ADD COLUMN g Int32 DEFAULT 7;
ALTER TABLE s MODIFY COLUMN n Nullable(Int64);
INSERT INTO s (k, total, n, t, g) VALUES (1, 100, 40, 'c', 50);
SELECT k, total, n, t, g FROM s FINAL PREWHERE t = 'c' AND total < 1000 ORDER BY k;
-- 1	115	45	c	64
DELETE FROM s WHERE total = 8;
SELECT k, total, n, t, g FROM s FINAL PREWHERE t = 'c' AND total < 1000 ORDER BY k;
-- 1	107	42	c	57
OPTIMIZE TABLE s FINAL;
INSERT INTO s (k, total, n, t, g) VALUES (1, 1, 1, 'z', 1);
SELECT k, total, n, t, g FROM s FINAL PREWHERE total < 200 ORDER BY k;
-- 1	113	44	a	65
-- 2	0	\N	b	14
-- 3	0	0	d	7
CREATE TABLE p (k Int32, p Int32, v Int32) ENGINE = SummingMergeTree PARTITION BY p ORDER BY k;
INSERT INTO p VALUES (1, 1, 5), (1, 1, 6), (1, 2, 7), (2, 2, 8);
INSERT INTO p VALUES (1, 1, 9), (1, 2, 10);
SELECT k, p, v FROM p FINAL PREWHERE v != 9 ORDER BY k, p;
-- 1	1	28
-- 2	2	8
SELECT k, p, v FROM p FINAL PREWHERE v != 9 ORDER BY k, p SETTINGS do_not_merge_across_partitions_select_final = 1;
-- 1	1	11
-- 1	2	17
-- 2	2	8
CREATE TABLE u (k Int32, v Int32) ENGINE = SummingMergeTree ORDER BY tuple();
INSERT INTO u VALUES (1, 1), (1, 2), (0, 0);
SELECT * FROM u FINAL PREWHERE v != 1 ORDER BY ALL;
-- 1	2
CREATE TABLE a (k Nullable(Float64), m SimpleAggregateFunction(max, Int32), s AggregateFunction(sum, Int64), u AggregateFunction(uniqExact, String), g SimpleAggregateFunction(groupArrayArray, Array(String))) ENGINE = AggregatingMergeTree ORDER BY k SETTINGS allow_nullable_key = 1;
INSERT INTO a SELECT arrayJoin([1, nan, NULL]), 5, initializeAggregation('sumState', toInt64(3)), initializeAggregation('uniqExactState', 'a'), ['x'];
INSERT INTO a SELECT arrayJoin([1, nan, NULL]), 7, initializeAggregation('sumState', toInt64(4)), initializeAggregation('uniqExactState', 'b'), ['y'];
INSERT INTO a SELECT arrayJoin([1, nan, NULL]), 9, initializeAggregation('sumState', toInt64(5)), initializeAggregation('uniqExactState', 'c'), ['z'];
SELECT k, m, finalizeAggregation(s), finalizeAggregation(u), g FROM a FINAL PREWHERE m != 7 ORDER BY k;
-- 1	9	8	2	['x','z']
-- nan	9	8	2	['x','z']
-- \N	9	8	2	['x','z']
SELECT sumMerge(s), uniqExactMerge(u) FROM a FINAL PREWHERE m > 5;
-- 27	2
CREATE TABLE c (k String, a Nullable(String), b Nullable(Float32), j UUID, i IPv6, l LowCardinality(Nullable(String)), e Enum8('x' = 1, 'y' = 2), o Map(String, UInt64), r Array(UInt64), q FixedString(3), w Int256, dt Date32) ENGINE = CoalescingMergeTree ORDER BY k;
INSERT INTO c VALUES ('k', 'a', 1, '00000000-0000-0000-0000-000000000001', '::1', 'l', 'x', {'a': 1}, [1], 'abc', -1, '1950-01-01');
INSERT INTO c VALUES ('k', NULL, 2, '00000000-0000-0000-0000-000000000002', '::2', NULL, 'y', {'b': 18446744073709551615}, [18446744073709551615], 'x\xFFy', 99999999999999999999999999999999999999, '2200-01-01');
INSERT INTO c VALUES ('k', 'c', 3, '00000000-0000-0000-0000-000000000003', '::3', 'm', 'x', {}, [], '', 0, '1970-01-01');
SELECT * EXCEPT q, hex(q) FROM c FINAL PREWHERE b < 3;
-- k	a	2	00000000-0000-0000-0000-000000000002	::2	l	y	{'b':18446744073709551615}	[18446744073709551615]	99999999999999999999999999999999999999	2200-01-01	78FF79
SELECT * EXCEPT q, hex(q) FROM c FINAL PREWHERE b > 1;
-- k	c	3	00000000-0000-0000-0000-000000000003	::3	m	x	{}	[]	0	1970-01-01	000000
CREATE TABLE l (k Int32, sign Int8, n Int32) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
INSERT INTO l SETTINGS optimize_on_insert = 1 VALUES (1, -1, 1), (1, 1, 2), (2, -1, 3), (2, 1, 4);
INSERT INTO l VALUES (1, 1, 5), (2, 1, 6), (2, -1, 7), (1, -1, 8), (1, 1, 9);
SELECT * FROM l FINAL PREWHERE n != 9 ORDER BY k;
-- 1	1	5
-- 2	1	6
SELECT * FROM l FINAL PREWHERE n NOT IN (2, 9) ORDER BY k;
-- 2	1	6
SELECT * FROM l FINAL PREWHERE sign = 1 ORDER BY k;
-- 1	1	9
-- 2	1	6
CREATE TABLE x (k Int32, sign Int8, ver UInt8, n Int32) ENGINE = VersionedCollapsingMergeTree(sign, ver) ORDER BY k;
INSERT INTO x VALUES (1, -1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 3), (2, -1, 1, 4);
INSERT INTO x VALUES (1, -1, 2, 5), (2, 1, 1, 6), (1, 1, 3, 7);
SELECT * FROM x FINAL PREWHERE n != 5 ORDER BY k, ver;
-- 1	1	2	3
-- 1	1	3	7
SELECT * FROM x FINAL PREWHERE n IN (2, 4, 5) ORDER BY k, ver;
-- 1	1	1	2
-- 1	-1	2	5
-- 2	-1	1	4
CREATE TABLE r (k Int32, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO r VALUES (1, 'a');
INSERT INTO r VALUES (1, 'b');
ALTER TABLE r UPDATE v = 'x' WHERE v = 'a' SETTINGS mutations_sync = 2;
SELECT * FROM r FINAL PREWHERE v != 'zz';
-- 1	b
