-- The modes of windowFunnel, and patterns with conditions of time.

CREATE TABLE e (u UInt32, t UInt32, a UInt8, b UInt8, n Nullable(UInt8)) ENGINE = MergeTree ORDER BY (u, t);
INSERT INTO e SELECT number % 12, number * 7 % 97, cityHash64(number) % 5, cityHash64(number, 1) % 4, if(number % 3 = 0, NULL, number % 5) FROM numbers(97);
SELECT u, windowFunnel(10)(t, a > 1, a > 2, b > 1) AS plain, windowFunnel(10, 'strict_order')(t, a > 1, a > 2, b > 1) AS in_order, windowFunnel(10, 'strict_deduplication')(t, a > 1, a > 2, b > 1) AS deduplicated, windowFunnel(10, 'strict_increase')(t, a > 1, a > 2, b > 1) AS increasing, windowFunnel(10, 'strict_once')(t, a > 1, a > 2, b > 1) AS once FROM e GROUP BY u ORDER BY u;
-- 0	3	1	3	1	2
-- 1	3	1	3	1	1
-- 2	3	3	3	1	2
-- 3	2	2	2	1	1
-- 4	3	2	2	1	1
-- 5	3	1	3	1	1
-- 6	3	3	3	1	1
-- 7	3	3	3	1	1
-- 8	3	3	2	1	1
-- 9	3	3	3	1	2
-- 10	1	1	1	1	1
-- 11	3	3	2	1	2
SELECT u, windowFunnel(40, 'strict_order', 'allow_reentry')(t, a = 1, a = 2, a = 3), windowFunnel(40, 'strict_order', 'strict_deduplication')(t, a = 1, a = 2, b = 3), windowFunnel(40, 'strict_order', 'strict_increase', 'strict_once')(t, a = 1, b = 2, a = 3), windowFunnel(40, 'strict_once', 'strict_deduplication')(t, a = 1, b = 1, b = 2), windowFunnel(40, 'strict_once', 'strict_order', 'allow_reentry')(t, a = 1, b = 1, b = 2) FROM e GROUP BY u ORDER BY u;
-- 0	1	1	1	2	2
-- 1	1	1	1	2	1
-- 2	1	1	1	1	1
-- 3	1	1	1	2	1
-- 4	0	0	0	0	0
-- 5	3	2	1	3	3
-- 6	0	0	0	0	0
-- 7	0	0	0	0	0
-- 8	1	1	2	2	2
-- 9	1	1	1	1	1
-- 10	1	1	2	1	1
-- 11	3	3	3	2	1
SELECT windowFunnel(10)(t, a = 1, a = 2, a = 2), windowFunnel(10, 'strict_once')(t, a = 1, a = 2, a = 2), windowFunnel(10, 'strict_increase')(t, a = 1, a = 2, a = 2), windowFunnel(10, 'strict_deduplication')(t, a = 1, a = 2, a = 2), windowFunnel(10, 'strict_order')(t, a = 1) FROM values('t UInt32, a UInt8', (1, 1), (2, 2), (2, 3));
-- 3	2	2	3	1
SELECT windowFunnel(10, 'strict_order')(t, n = 1, n = 2), windowFunnel(10, 'strict_once')(t, n = 1, n = 2), windowFunnelIf(10, 'strict_deduplication')(t, n = 1, n = 2, b > 1), windowFunnelOrNull(10, 'strict_order')(t, a = 1) FROM e WHERE u > 99;
-- \N	\N	\N	\N
SELECT windowFunnel(10, 'strict_order')(t, n = 1, n = 2), windowFunnel(10, 'strict_once')(t, n = 1, n = 2), windowFunnelIf(10, 'strict_deduplication')(t, n = 1, n = 2, b > 1), windowFunnelOrNull(10, 'strict_order')(t, a = 1) FROM e FINAL;
-- error ILLEGAL_FINAL
SELECT u, windowFunnelMerge(40, 'strict_order')(s) FROM (SELECT u, b, windowFunnelState(40, 'strict_order')(t, a = 1, a = 2, a = 3) AS s FROM e GROUP BY u, b) GROUP BY u ORDER BY u;
-- 0	1
-- 1	1
-- 2	1
-- 3	1
-- 4	0
-- 5	3
-- 6	0
-- 7	0
-- 8	1
-- 9	1
-- 10	1
-- 11	3
SELECT t, a, b, windowFunnel(50, 'strict_order')(t, a = 1, a = 2) OVER (ORDER BY t) FROM e WHERE u = 3 ORDER BY t;
-- 8	0	1	0
-- 21	4	1	0
-- 27	2	1	0
-- 40	0	3	0
-- 53	1	0	1
-- 66	4	0	1
-- 79	3	1	1
-- 92	0	0	1
SELECT windowFunnel(10, 'strict')(t, a = 1, a = 2) FROM e;
-- error BAD_ARGUMENTS
SELECT windowFunnel(10, 'strictly')(t, a = 1, a = 2) FROM e;
-- error BAD_ARGUMENTS
SELECT windowFunnel(10, 'allow_reentry')(t, a = 1, a = 2) FROM e;
-- error BAD_ARGUMENTS
SELECT windowFunnel(10, 1)(t, a = 1, a = 2) FROM e;
-- error BAD_GET
SELECT windowFunnel(1.5)(t, a = 1, a = 2) FROM e;
-- error BAD_GET
SELECT windowFunnel(-1)(t, a = 1, a = 2, a = 3) FROM e;
-- 1
SELECT u, sequenceMatch('(?1)(?t<=9)(?2)')(t, a = 1, a = 2) AS s1, sequenceMatch('(?1)(?t>9)(?2)')(t, a = 1, a = 2) AS s2, sequenceMatch('(?1)(?t==13)(?2)')(t, a = 1, a = 2) AS s3, sequenceMatch('(?1)(?t>=4)(?2)(?t<15)(?3)')(t, a = 1, a = 2, b = 3) AS s4, sequenceMatch('(?1).*(?t<13)(?2)')(t, a = 1, a = 2) AS s5 FROM e GROUP BY u ORDER BY u;
-- 0	0	1	1	0	1
-- 1	0	0	0	0	0
-- 2	0	0	0	0	0
-- 3	0	0	0	0	0
-- 4	0	0	0	0	0
-- 5	0	1	1	0	1
-- 6	0	0	0	0	0
-- 7	0	0	0	0	0
-- 8	0	0	0	0	0
-- 9	0	0	0	0	0
-- 10	0	0	0	0	0
-- 11	0	1	1	1	1
SELECT u, sequenceCount('(?1)(?t<=9)(?2)')(t, a = 1, a = 2) AS s1, sequenceCount('(?1)(?t>9)(?2)')(t, a = 1, a = 2) AS s2, sequenceCount('(?1)(?t==13)(?2)')(t, a = 1, a = 2) AS s3, sequenceCount('(?1)(?t>=4)(?2)(?t<15)(?3)')(t, a = 1, a = 2, b = 3) AS s4, sequenceCount('(?1).*(?t<13)(?2)')(t, a = 1, a = 2) AS s5 FROM e GROUP BY u ORDER BY u;
-- 0	0	1	1	0	1
-- 1	0	0	0	0	0
-- 2	0	0	0	0	0
-- 3	0	0	0	0	0
-- 4	0	0	0	0	0
-- 5	0	1	1	0	1
-- 6	0	0	0	0	0
-- 7	0	0	0	0	0
-- 8	0	0	0	0	0
-- 9	0	0	0	0	0
-- 10	0	0	0	0	0
-- 11	0	1	1	1	1
SELECT u, sequenceCount('(?1)(?t<=9)')(t, a = 1, a = 2) AS s1, sequenceCount('(?1)(?t>9)')(t, a = 1, a = 2) AS s2, sequenceCount('(?1)(?t==13)')(t, a = 1, a = 2) AS s3, sequenceCount('(?1).(?t<9).*(?3)')(t, a = 1, a = 2, b = 3) AS s4, sequenceCount('(?t>5)(?1).*(?t>2)(?2)')(t, a = 1, a = 2) AS s5, sequenceCount('(?1)(?t>=0)')(t, a = 1, a = 2) AS s6, sequenceCount('(?1)(?t<0)')(t, a = 1, a = 2) AS s7 FROM e GROUP BY u ORDER BY u;
-- 0	0	2	1	0	1	2	0
-- 1	1	1	0	0	0	2	1
-- 2	1	0	0	0	0	1	1
-- 3	1	0	0	0	0	1	1
-- 4	0	0	0	0	0	0	0
-- 5	1	1	1	0	0	2	1
-- 6	0	0	0	0	0	0	0
-- 7	0	0	0	0	0	0	0
-- 8	1	0	0	0	0	1	1
-- 9	1	0	0	0	0	1	1
-- 10	2	0	0	0	0	2	1
-- 11	0	1	1	0	0	1	0
SELECT u, sequenceMatchEvents('(?1)(?t<=9)(?2)')(t, a = 1, a = 2) AS s1, sequenceMatchEvents('(?1)(?t==13)(?2)')(t, a = 1, a = 2) AS s2, sequenceMatchEvents('(?1).*(?2).(?1)(?2)')(t, a = 1, a = 2) AS s3, sequenceMatchEvents('(?1)(?t<=9)')(t, a = 1, a = 2) AS s4 FROM e GROUP BY u ORDER BY u;
-- 0	[32]	[71,84]	[32,84]	[32]
-- 1	[13]	[13]	[13]	[13]
-- 2	[85]	[85]	[85]	[85]
-- 3	[53]	[53]	[53]	[53]
-- 4	[]	[]	[]	[]
-- 5	[54]	[54,67]	[54,67]	[54]
-- 6	[]	[]	[]	[]
-- 7	[]	[]	[]	[]
-- 8	[17]	[17]	[17]	[17]
-- 9	[95]	[95]	[95]	[95]
-- 10	[70]	[70]	[70]	[70]
-- 11	[38]	[38,51]	[38,51]	[38]
SELECT sequenceMatch('.*')(t, a = 1, a = 2), sequenceCount('.*')(t, a = 1, a = 2), sequenceMatchEvents('.*')(t, a = 1, a = 2), sequenceMatch('')(t, a = 1, a = 2), sequenceCount('..')(t, a = 1, a = 2), sequenceMatch('.')(t, a = 1, a = 2) FROM e WHERE u < 3;
-- 1	10	[]	1	5	1
SELECT sequenceMatch('.*')(t, a = 1, a = 2), sequenceCount('.*')(t, a = 1, a = 2), sequenceMatchEvents('(?1)')(t, n = 1, a = 2), sequenceMatch('(?1)')(t, n = 1, a = 2), sequenceMatchEventsOrNull('(?1)')(t, a = 1, a = 2), sequenceCountOrNull('(?1)(?t<2)')(t, a = 1, a = 2) FROM e WHERE u > 99;
-- 1	0	[]	\N	[]	\N
SELECT arrayMap(x -> toDayOfMonth(x), sequenceMatchEvents('(?1)(?t<9)(?2)')(toDate(t), a = 1, a = 2)), arrayMap(x -> toUnixTimestamp(x), sequenceMatchEventsIf('(?1)(?2)')(toDateTime(t), a = 1, a = 2, b > 1)), toTypeName(sequenceMatchEvents('(?1)')(toDateTime(t, 'UTC'), n = 1, a = 2)) FROM e WHERE u = 4;
-- []	[]	Array(DateTime('UTC'))
SELECT u, sequenceMatchEventsMerge('(?1)(?t<20)(?2)')(s) FROM (SELECT u, b, sequenceMatchEventsState('(?1)(?t<20)(?2)')(t, a = 1, a = 2) AS s FROM e GROUP BY u, b) GROUP BY u ORDER BY u;
-- 0	[71,84]
-- 1	[13]
-- 2	[85]
-- 3	[53]
-- 4	[]
-- 5	[54,67]
-- 6	[]
-- 7	[]
-- 8	[17]
-- 9	[95]
-- 10	[70]
-- 11	[38,51]
SELECT * FROM (SELECT u, sequenceMatchEvents('(?1)(?t<30)(?2)')(t, a = 1, a = 2), sequenceCount('(?1).*(?2)')(t, a = 1, a = 2) FROM e GROUP BY u WITH ROLLUP) ORDER BY ALL LIMIT 3;
-- 0	[13,23]	6
-- 0	[71,84]	1
-- 1	[13]	0
SELECT t, sequenceMatchEvents('(?1)(?t<30)(?2)')(t, a = 1, a = 2) OVER (ORDER BY t) FROM e WHERE u = 3 ORDER BY t;
-- 8	[]
-- 21	[]
-- 27	[]
-- 40	[]
-- 53	[53]
-- 66	[53]
-- 79	[53]
-- 92	[53]
SELECT sequenceMatch('(?1) (?2)')(t, a = 1, a = 2) FROM e;
-- error SYNTAX_ERROR
SELECT sequenceMatch('(?1)(?t)(?2)')(t, a = 1, a = 2) FROM e;
-- error SYNTAX_ERROR
SELECT sequenceMatch('(?1)(?t=1)(?2)')(t, a = 1, a = 2) FROM e;
-- error SYNTAX_ERROR
SELECT sequenceMatch('(?1)(?t<)(?2)')(t, a = 1, a = 2) FROM e;
-- error SYNTAX_ERROR
SELECT sequenceMatch('(?1)(?t<3)(?t>1)(?2)')(t, a = 1, a = 2) FROM e;
-- error BAD_ARGUMENTS
SELECT sequenceMatch('(?1')(t, a = 1, a = 2) FROM e;
-- error SYNTAX_ERROR
SELECT sequenceMatch('(?3)')(t, a = 1, a = 2) FROM e;
-- error BAD_ARGUMENTS
SELECT sequenceMatch(1)(t, a = 1, a = 2) FROM e;
-- error BAD_GET
SELECT sequenceMatch(t, a = 1, a = 2) FROM e;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT sequenceMatch('(?1)')(toDateTime64(t, 3), a = 1, a = 2) FROM e;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sequenceMatchEvents('(?1)')(toInt32(t), a = 1, a = 2) FROM e;
-- error ILLEGAL_TYPE_OF_ARGUMENT
