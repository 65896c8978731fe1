-- NULLs, and the three-valued logic around them.

CREATE TABLE t (k UInt8, n Nullable(Int32), s Nullable(String), d Date NULL) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL, NULL, NULL), (2, 5, 'a', '2024-01-01'), (3, 0, '', NULL);
SELECT * FROM t ORDER BY k;
-- 1	\N	\N	\N
-- 2	5	a	2024-01-01
-- 3	0	''	\N
SELECT count(), count(n), sum(n) FROM t;
-- 3	2	5
SELECT k FROM t WHERE n IS NULL;
-- 1
SELECT k FROM t WHERE n != 5;
-- 3
SELECT k, n + 1 FROM t ORDER BY k;
-- 1	\N
-- 2	6
-- 3	1
SELECT k, coalesce(n, -1), ifNull(s, 'none') FROM t ORDER BY k;
-- 1	-1	none
-- 2	5	a
-- 3	0	''
SELECT k FROM t WHERE isNotNull(d);
-- 2
SELECT k, n FROM t ORDER BY n NULLS FIRST, k;
-- 1	\N
-- 3	0
-- 2	5
SELECT k, n FROM t ORDER BY n DESC, k;
-- 2	5
-- 3	0
-- 1	\N
