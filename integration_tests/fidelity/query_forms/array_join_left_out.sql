-- What a constant condition leaves out joins no arrays where the choice has the type of what is chosen.

CREATE TABLE t (k UInt32, a Array(UInt16)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [10, 20, 21]), (2, []), (3, [30]);

SELECT k, if(1, 500, arrayJoin(a)) AS v, toTypeName(v) FROM t ORDER BY k;
-- 1	500	UInt16
-- 2	500	UInt16
-- 3	500	UInt16
SELECT k, if(2 < 1, arrayJoin(a), k) FROM t ORDER BY k;
-- 1	1
-- 2	2
-- 3	3
SELECT k, if(0, toString(arrayJoin(a)), 'none') FROM t ORDER BY k;
-- 1	none
-- 2	none
-- 3	none
SELECT k FROM t WHERE if(0, arrayJoin(a), k) ORDER BY k;
-- 1
-- 2
-- 3
SELECT count() FROM t GROUP BY if(0, arrayJoin(a), 500);
-- 3
SELECT sum(if(0, arrayJoin(a), k)) FROM t;
-- 6
SELECT k FROM t ORDER BY if(0, arrayJoin(a), k) DESC;
-- 3
-- 2
-- 1
SELECT k, if(0, arrayJoin(a), 500) AS v, arrayJoin(a) AS e FROM t ORDER BY k, e;
-- 1	500	10
-- 1	500	20
-- 1	500	21
-- 3	500	30
SELECT k, if(0, arrayJoin(a) AS e, 500) AS v, e FROM t ORDER BY k, e;
-- 1	500	10
-- 1	500	20
-- 1	500	21
-- 3	500	30
SELECT k, if(1, arrayJoin(a), 0) AS v FROM t ORDER BY k, v;
-- 1	10
-- 1	20
-- 1	21
-- 3	30
SELECT k, multiIf(0, arrayJoin(a), k = 1, 7, 5) FROM t ORDER BY k;
-- 1	7
-- 1	7
-- 1	7
-- 3	5
SELECT k, if(1, 5, arrayJoin(a)) AS v, toTypeName(v) FROM t ORDER BY k;
-- 1	5	UInt16
-- 1	5	UInt16
-- 1	5	UInt16
-- 3	5	UInt16
SELECT k FROM t WHERE if(0, arrayJoin(a), toUInt8(k)) ORDER BY k;
-- 1
-- 1
-- 1
-- 3
SELECT sum(if(0, arrayJoin(a), 1)) FROM t;
-- 4
SELECT k FROM t WHERE if(0, arrayJoin(a), 1) ORDER BY k;
-- 1
-- 2
-- 3
-- differs: a condition that is constant all the same, docs/differences.md#corners-of-clickhouses-analyzer
-- 1
-- 1
-- 1
-- 3

-- A query inside of what is left out may stand elsewhere, too.
SELECT k, if(0, arrayJoin(arrayMap(x -> x + (SELECT max(k) FROM t), a)), 1) AS v, arrayMap(x -> x + (SELECT max(k) FROM t), a) AS b FROM t ORDER BY k;
-- 1	1	[13,23,24]
-- 1	1	[13,23,24]
-- 1	1	[13,23,24]
-- 3	1	[33]
SELECT k, if(1, NULL::Nullable(UInt64), arrayJoin(arrayMap(x -> x + (SELECT max(k) FROM t), a))) AS v, arrayMap(x -> x + (SELECT max(k) FROM t), a) AS b FROM t ORDER BY k;
-- 1	\N	[13,23,24]
-- 2	\N	[]
-- 3	\N	[33]
