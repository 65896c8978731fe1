-- lagInFrame and leadInFrame: the default of the type beyond the frame, NULL only for Nullable.

CREATE TABLE t (k Int64, p String, v Int32, n Nullable(Int32), d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 10, 1, '2024-01-01'), (2, 'a', 20, NULL, '2024-01-02'), (3, 'a', 30, 3, '2024-01-03'), (4, 'b', 40, 4, '2024-01-04');

SELECT k, lagInFrame(v) OVER (PARTITION BY p ORDER BY k) AS before FROM t ORDER BY k;
-- 1	0
-- 2	10
-- 3	20
-- 4	0
SELECT k, lagInFrame(v, 2, -1) OVER (ORDER BY k) AS before FROM t ORDER BY k;
-- 1	-1
-- 2	-1
-- 3	10
-- 4	20
SELECT k, lagInFrame(n) OVER (ORDER BY k) AS before FROM t ORDER BY k;
-- 1	\N
-- 2	1
-- 3	\N
-- 4	3
SELECT k, lagInFrame(p) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS before FROM t ORDER BY k;
-- 1	''
-- 2	a
-- 3	a
-- 4	a
SELECT k, leadInFrame(d) OVER (PARTITION BY p ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS after FROM t ORDER BY k;
-- 1	2024-01-02
-- 2	2024-01-03
-- 3	1970-01-01
-- 4	1970-01-01
SELECT k, v - lagInFrame(v) OVER (ORDER BY k) AS step FROM t ORDER BY k;
-- 1	10
-- 2	10
-- 3	10
-- 4	10
SELECT k, leadInFrame(v, 1, 0) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS after FROM t ORDER BY k;
-- 1	20
-- 2	30
-- 3	40
-- 4	0
