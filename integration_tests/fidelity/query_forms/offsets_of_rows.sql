-- lag, lead and their kin whose offset differs by row.

CREATE TABLE t (k Int64, g Int32, n Nullable(Int32), o Int32, u UInt8, v Int32, s String, ns Nullable(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 1, 1, 1, 10, 'a', 'p'), (2, 1, NULL, 2, 0, 20, 'b', NULL), (3, 1, 3, 0, 2, 30, 'c', 'q'), (4, 2, NULL, 1, 1, 40, 'd', 'r'), (5, 2, 2, 3, 200, 50, 'e', NULL), (6, 2, 4, 1, 1, 60, 'f', 's');
SELECT k, lagInFrame(v, o) OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	0
-- 2	0
-- 3	30
-- 4	30
-- 5	20
-- 6	50
SELECT k, lagInFrame(v, u, -1) OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	-1
-- 2	20
-- 3	10
-- 4	30
-- 5	-1
-- 6	50
SELECT k, leadInFrame(v, o) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM t ORDER BY k;
-- 1	20
-- 2	40
-- 3	30
-- 4	50
-- 5	0
-- 6	0
SELECT k, leadInFrame(v, u) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM t ORDER BY k;
-- 1	20
-- 2	20
-- 3	0
-- 4	50
-- 5	0
-- 6	0
SELECT k, leadInFrame(v, u) OVER (ORDER BY g, k) FROM t ORDER BY k;
-- 1	0
-- 2	20
-- 3	0
-- 4	0
-- 5	0
-- 6	0
SELECT k, lagInFrame(s, o, s) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t ORDER BY k;
-- 1	a
-- 2	b
-- 3	c
-- 4	d
-- 5	e
-- 6	e
SELECT k, lagInFrame(ns, o) OVER (PARTITION BY g ORDER BY k) FROM t ORDER BY k;
-- 1	\N
-- 2	\N
-- 3	q
-- 4	\N
-- 5	\N
-- 6	\N
SELECT k, lagInFrame(n, o % 2, 7) OVER (PARTITION BY g ORDER BY k) FROM t ORDER BY k;
-- 1	7
-- 2	\N
-- 3	3
-- 4	7
-- 5	\N
-- 6	2
SELECT k, lag(v, o) OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	0
-- 2	0
-- 3	30
-- 4	30
-- 5	20
-- 6	50
SELECT k, lead(v, u, v) OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	20
-- 2	20
-- 3	50
-- 4	50
-- 5	50
-- 6	60
SELECT k, lagInFrame(v, o - 2) OVER (ORDER BY k) FROM t ORDER BY k;
-- error BAD_ARGUMENTS
SELECT k, lagInFrame(v, n) OVER (ORDER BY k) FROM t ORDER BY k;
-- error BAD_ARGUMENTS
SELECT k, lagInFrame([v, o], toUInt8(u % 2)) OVER (ORDER BY k) AS pair FROM t ORDER BY k;
-- 1	[]
-- 2	[20,2]
-- 3	[30,0]
-- 4	[30,0]
-- 5	[50,3]
-- 6	[50,3]
