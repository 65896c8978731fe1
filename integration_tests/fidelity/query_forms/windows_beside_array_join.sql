-- Functions over windows are calculated before arrayJoin, unless it stands in them or in WHERE.

CREATE TABLE t (k Int64, v Int64, s Nullable(String), a Array(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, number % 3, if(number % 2 = 0, NULL, toString(number)), range(number % 4) FROM numbers(12);
CREATE TABLE u (k Int64, w Int64, b Array(String)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO u SELECT number, number * 10, [toString(number), 'x'] FROM numbers(6);
SELECT row_number() OVER (ORDER BY k) AS n, k, arrayJoin(a) AS e FROM t ORDER BY k, e;
-- 2	1	0
-- 3	2	0
-- 3	2	1
-- 4	3	0
-- 4	3	1
-- 4	3	2
-- 6	5	0
-- 7	6	0
-- 7	6	1
-- 8	7	0
-- 8	7	1
-- 8	7	2
-- 10	9	0
-- 11	10	0
-- 11	10	1
-- 12	11	0
-- 12	11	1
-- 12	11	2
SELECT sum(v) OVER (PARTITION BY v ORDER BY k) AS n, k, arrayJoin(a) + 1 AS e, n * e FROM t WHERE k > 2 ORDER BY k, e;
-- 0	3	1	0
-- 0	3	2	0
-- 0	3	3	0
-- 2	5	1	2
-- 0	6	1	0
-- 0	6	2	0
-- 2	7	1	2
-- 2	7	2	4
-- 2	7	3	6
-- 0	9	1	0
-- 3	10	1	3
-- 3	10	2	6
-- 6	11	1	6
-- 6	11	2	12
-- 6	11	3	18
SELECT count() OVER () AS n, arrayJoin(a) AS e FROM t ORDER BY e, n;
-- 12	0
-- 12	0
-- 12	0
-- 12	0
-- 12	0
-- 12	0
-- 12	0
-- 12	0
-- 12	0
-- 12	1
-- 12	1
-- 12	1
-- 12	1
-- 12	1
-- 12	1
-- 12	2
-- 12	2
-- 12	2
SELECT count() OVER (PARTITION BY arrayJoin(a)) AS n, arrayJoin(a) AS e, k FROM t ORDER BY k, e;
-- 9	0	1
-- 9	0	2
-- 6	1	2
-- 9	0	3
-- 6	1	3
-- 3	2	3
-- 9	0	5
-- 9	0	6
-- 6	1	6
-- 9	0	7
-- 6	1	7
-- 3	2	7
-- 9	0	9
-- 9	0	10
-- 6	1	10
-- 9	0	11
-- 6	1	11
-- 3	2	11
SELECT count() OVER (PARTITION BY arrayJoin(a)) AS n, arrayJoin(a) AS e, arrayJoin(['p', 'q']) AS f, k FROM t ORDER BY k, e, f;
-- 9	0	p	1
-- 9	0	q	1
-- 9	0	p	2
-- 9	0	q	2
-- 6	1	p	2
-- 6	1	q	2
-- 9	0	p	3
-- 9	0	q	3
-- 6	1	p	3
-- 6	1	q	3
-- 3	2	p	3
-- 3	2	q	3
-- 9	0	p	5
-- 9	0	q	5
-- 9	0	p	6
-- 9	0	q	6
-- 6	1	p	6
-- 6	1	q	6
-- 9	0	p	7
-- 9	0	q	7
-- 6	1	p	7
-- 6	1	q	7
-- 3	2	p	7
-- 3	2	q	7
-- 9	0	p	9
-- 9	0	q	9
-- 9	0	p	10
-- 9	0	q	10
-- 6	1	p	10
-- 6	1	q	10
-- 9	0	p	11
-- 9	0	q	11
-- 6	1	p	11
-- 6	1	q	11
-- 3	2	p	11
-- 3	2	q	11
SELECT count() OVER () AS n, arrayJoin(a) AS e FROM t WHERE arrayJoin(a) > 0 ORDER BY e, n;
-- 9	1
-- 9	1
-- 9	1
-- 9	1
-- 9	1
-- 9	1
-- 9	2
-- 9	2
-- 9	2
SELECT row_number() OVER (ORDER BY x.k) AS n, x.k, y.w, arrayJoin(y.b) AS e, x.s FROM t AS x LEFT JOIN u AS y ON x.k = y.k ORDER BY x.k, e;
-- 1	0	0	0	\N
-- 1	0	0	x	\N
-- 2	1	10	1	1
-- 2	1	10	x	1
-- 3	2	20	2	\N
-- 3	2	20	x	\N
-- 4	3	30	3	3
-- 4	3	30	x	3
-- 5	4	40	4	\N
-- 5	4	40	x	\N
-- 6	5	50	5	5
-- 6	5	50	x	5
SELECT row_number() OVER (ORDER BY k) AS n, k, w, arrayJoin(b) AS e FROM t JOIN u FINAL USING (k) ORDER BY k, e;
-- 1	0	0	0
-- 1	0	0	x
-- 2	1	10	1
-- 2	1	10	x
-- 3	2	20	2
-- 3	2	20	x
-- 4	3	30	3
-- 4	3	30	x
-- 5	4	40	4
-- 5	4	40	x
-- 6	5	50	5
-- 6	5	50	x
SELECT row_number() OVER (ORDER BY k) AS n, k, w, arrayJoin(b) AS e FROM t FULL JOIN u USING (k) ORDER BY k, e SETTINGS join_use_nulls = 1;
-- 1	0	0	0
-- 1	0	0	x
-- 2	1	10	1
-- 2	1	10	x
-- 3	2	20	2
-- 3	2	20	x
-- 4	3	30	3
-- 4	3	30	x
-- 5	4	40	4
-- 5	4	40	x
-- 6	5	50	5
-- 6	5	50	x
SELECT v, count() AS c, rank() OVER (ORDER BY count() DESC, v) AS r, arrayJoin([1, 2]) AS e FROM t GROUP BY v ORDER BY v, e;
-- 0	4	1	1
-- 0	4	1	2
-- 1	4	2	1
-- 1	4	2	2
-- 2	4	3	1
-- 2	4	3	2
SELECT v, arrayJoin(groupArray(k)) AS e, rank() OVER (ORDER BY v) AS r FROM t GROUP BY v HAVING v < 2 ORDER BY v, e;
-- 0	0	1
-- 0	3	1
-- 0	6	1
-- 0	9	1
-- 1	1	2
-- 1	4	2
-- 1	7	2
-- 1	10	2
SELECT v, sum(sum(k)) OVER (ORDER BY v) AS r, arrayJoin(range(toUInt64(r % 4))) AS e FROM t GROUP BY v ORDER BY v, e;
-- 0	18	0
-- 0	18	1
-- 2	66	0
-- 2	66	1
SELECT arrayJoin([row_number() OVER (ORDER BY k), 100]) AS e, k FROM t WHERE k < 3 ORDER BY k, e;
-- 1	0
-- 100	0
-- 2	1
-- 100	1
-- 3	2
-- 100	2
SELECT k, arrayJoin(a) AS e FROM t QUALIFY row_number() OVER (PARTITION BY v ORDER BY k) = 2 ORDER BY k, e;
-- 3	0
-- 3	1
-- 3	2
-- 5	0
SELECT k, arrayJoin(a) AS e, row_number() OVER (PARTITION BY v ORDER BY k) AS r FROM t QUALIFY r < 3 AND e > 0 ORDER BY k, e;
-- 2	1	1
-- 3	1	2
-- 3	2	2
SELECT DISTINCT arrayJoin(a) AS e, max(v) OVER () AS m FROM t ORDER BY e;
-- 0	2
-- 1	2
-- 2	2
SELECT k, arrayJoin(a) AS e, row_number() OVER (ORDER BY k DESC) AS r FROM t ORDER BY r, e LIMIT 1 BY k LIMIT 5;
-- 11	0	1
-- 10	0	2
-- 9	0	3
-- 7	0	5
-- 6	0	6
SELECT *, arrayJoin(a) AS e, lagInFrame(k) OVER (ORDER BY k) AS p FROM t ORDER BY k, e LIMIT 7;
-- 1	1	1	[0]	0	0
-- 2	2	\N	[0,1]	0	1
-- 2	2	\N	[0,1]	1	1
-- 3	0	3	[0,1,2]	0	2
-- 3	0	3	[0,1,2]	1	2
-- 3	0	3	[0,1,2]	2	2
-- 5	2	5	[0]	0	4
SELECT row_number() OVER (ORDER BY arrayJoin([3, 1, 2])) AS n, arrayJoin([3, 1, 2]) AS e;
-- 1	1
-- 2	2
-- 3	3
SELECT z.e, z.n FROM (SELECT arrayJoin(a) AS e, row_number() OVER (ORDER BY k) AS n FROM t) AS z WHERE z.n = 4 ORDER BY e;
-- 0	4
-- 1	4
-- 2	4
SELECT k, arrayJoin(arrayMap(x -> x + v, a)) AS e, row_number() OVER w AS n, sum(v) OVER w AS q FROM t WINDOW w AS (PARTITION BY v ORDER BY k) ORDER BY k, e;
-- 1	1	1	1
-- 2	2	1	2
-- 2	3	1	2
-- 3	0	2	0
-- 3	1	2	0
-- 3	2	2	0
-- 5	2	2	4
-- 6	0	3	0
-- 6	1	3	0
-- 7	1	3	3
-- 7	2	3	3
-- 7	3	3	3
-- 9	0	4	0
-- 10	1	4	4
-- 10	2	4	4
-- 11	2	4	8
-- 11	3	4	8
-- 11	4	4	8
SELECT k, (SELECT max(w) FROM u) AS m, arrayJoin(a) AS e, row_number() OVER (ORDER BY k, m) AS n FROM t ORDER BY k, e;
-- 1	50	0	2
-- 2	50	0	3
-- 2	50	1	3
-- 3	50	0	4
-- 3	50	1	4
-- 3	50	2	4
-- 5	50	0	6
-- 6	50	0	7
-- 6	50	1	7
-- 7	50	0	8
-- 7	50	1	8
-- 7	50	2	8
-- 9	50	0	10
-- 10	50	0	11
-- 10	50	1	11
-- 11	50	0	12
-- 11	50	1	12
-- 11	50	2	12
SELECT k, arrayJoin(arrayFilter(x -> x IN (SELECT k FROM u), a)) AS e, count() OVER (PARTITION BY v) AS n FROM t ORDER BY k, e;
-- 1	0	4
-- 2	0	4
-- 2	1	4
-- 3	0	4
-- 3	1	4
-- 3	2	4
-- 5	0	4
-- 6	0	4
-- 6	1	4
-- 7	0	4
-- 7	1	4
-- 7	2	4
-- 9	0	4
-- 10	0	4
-- 10	1	4
-- 11	0	4
-- 11	1	4
-- 11	2	4
SELECT k, e, count() OVER () AS n, arrayJoin([1, 2]) AS f FROM t ARRAY JOIN a AS e ORDER BY k, e, f LIMIT 9;
-- 1	0	18	1
-- 1	0	18	2
-- 2	0	18	1
-- 2	0	18	2
-- 2	1	18	1
-- 2	1	18	2
-- 3	0	18	1
-- 3	0	18	2
-- 3	1	18	1
SELECT toTypeName(arrayJoin(a)), toTypeName(count() OVER ()), count() OVER () FROM t LIMIT 1;
-- Int64	UInt64	12
SELECT k FROM t ORDER BY row_number() OVER (ORDER BY k DESC), arrayJoin([1, 2]) LIMIT 5;
-- 11
-- 11
-- 10
-- 10
-- 9
