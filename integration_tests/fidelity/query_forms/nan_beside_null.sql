-- What NaN is compared with may be NULL: then nothing is known, and NOT of it is not known either.
CREATE TABLE t (k Int32, f Float64, x Nullable(Int64), g Nullable(Float64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 2, NULL, NULL), (2, 3, 1, nan), (3, nan, 1, 1), (4, nan, NULL, nan), (5, nan, 7, NULL);
SELECT k, toInt8(f > x), toInt8(f = x), toInt8(f != x), toInt8(f <= x), toInt8(f > g), toInt8(f = g), toInt8(f != g), toInt8(g < f) FROM t ORDER BY k;
-- 1	\N	\N	\N	\N	\N	\N	\N	\N
-- 2	1	0	1	0	0	0	1	0
-- 3	0	0	1	0	0	0	1	0
-- 4	\N	\N	\N	\N	0	0	1	0
-- 5	0	0	1	0	\N	\N	\N	\N
SELECT k FROM t WHERE NOT (f > x) ORDER BY k;
-- 3
-- 5
SELECT k FROM t WHERE f != x ORDER BY k;
-- 2
-- 3
-- 5
SELECT k FROM t WHERE NOT (f != g) ORDER BY k;
-- (no rows)
SELECT k FROM t WHERE NOT (f = g) AND NOT (g < f) ORDER BY k;
-- 2
-- 3
-- 4
SELECT countIf(NOT (f > x)), countIf(f != g), sum(f = g) FROM t;
-- 2	3	0
SELECT k, if(f >= x, 'a', 'b'), multiIf(f < g, 1, g < f, 2, 3) FROM t ORDER BY k;
-- 1	b	3
-- 2	a	3
-- 3	b	3
-- 4	b	3
-- 5	b	3
SELECT a.k, b.k FROM t AS a JOIN t AS b ON a.f != b.x AND a.k = b.k ORDER BY a.k;
-- 2	2
-- 3	3
-- 5	5
SELECT k, toInt8(f > (SELECT max(x) FROM t WHERE k = 1)), toInt8(f BETWEEN x AND g), toInt8(f IN (1, NULL)), toInt8(f NOT IN (1, 2)) FROM t ORDER BY k;
-- 1	\N	\N	0	0
-- 2	\N	0	0	1
-- 3	\N	0	0	1
-- 4	\N	0	0	1
-- 5	\N	0	0	1
