-- What NaN and NULL of columns are equal to: in lists, in arrays, beside each other, and in joins.
CREATE TABLE t (k Int32, p Float64, q Nullable(Float64), a Array(Float64), n Nullable(Int32), s Nullable(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, nan, nan, [nan], 1, 'a'), (2, 1, 1, [1], NULL, NULL), (3, 0, NULL, [0, nan], 4, 'b');
SELECT k FROM t WHERE k NOT IN (n) ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE NOT (k IN (n)) ORDER BY k;
-- 2
-- 3
SELECT k, toInt8(k IN (n)), toInt8(k NOT IN (n)), toInt8(n IN (n)), toInt8(n NOT IN (n)), toInt8('a' IN (s)), toInt8('a' NOT IN (s)), toInt8(k NOT IN (n, 5)) FROM t ORDER BY k;
-- 1	1	0	1	0	1	0	0
-- 2	0	1	\N	\N	0	1	1
-- 3	0	1	1	0	0	1	1
SELECT k, toInt8(n IN (n)), toInt8(k IN (n)), toInt8(n NOT IN (n)) FROM t ORDER BY k SETTINGS transform_null_in = 1;
-- 1	1	1	0
-- 2	1	0	0
-- 3	1	0	0
SELECT toTypeName(k IN (n)), toTypeName(n IN (k)), toTypeName(k IN (1)) FROM t LIMIT 1;
-- Nullable(UInt8)	Nullable(UInt8)	UInt8
SELECT k, if(k NOT IN (n), 'x', 'y'), toInt8(s IN (lower(s), 'B')), toInt8((k, n) IN ((k, n))), toInt8(k IN (if(k = 2, NULL, 5))) FROM t ORDER BY k;
-- 1	y	1	1	0
-- 2	x	\N	0	0
-- 3	x	1	1	0
SELECT k, count() FROM t GROUP BY k HAVING k NOT IN (any(n)) ORDER BY k;
-- 2	1
-- 3	1
SELECT k, toInt8(p IN (p)), toInt8(p IN (q)), toInt8(q IN (q)), toInt8(p IN (p, 5)), toInt8(p NOT IN (p)), toInt8(p IN (nan)), toInt8(q IN (nan)), toInt8(q NOT IN (nan)) FROM t ORDER BY k;
-- 1	0	0	0	0	1	1	1	0
-- 2	1	1	1	1	0	0	0	1
-- 3	1	0	\N	1	0	0	\N	\N
SELECT k, toInt8(p <=> nan), toInt8(q <=> nan), toInt8(p IS DISTINCT FROM nan), toInt8(q IS DISTINCT FROM q), toInt8(p IS NOT DISTINCT FROM q), toInt8((p, 1) <=> (p, 1)), toInt8([p] <=> [p]) FROM t ORDER BY k;
-- 1	0	1	1	0	1	0	1
-- 2	0	0	1	0	1	1	1
-- 3	0	0	1	0	0	1	1
SELECT k, toInt8(has(a, p)), toInt8(has(a, nan)), toInt8(has(a, q)), indexOf(a, nan), countEqual(a, nan), toInt8(hasAny(a, [nan, 1])), toInt8(hasAll(a, [nan])), toInt8(hasAll(a, a)), toInt8(hasSubstr(a, [nan])), toInt8(has([a], a)) FROM t ORDER BY k;
-- 1	0	0	0	0	0	0	0	0	0	1
-- 2	1	0	1	0	0	1	0	1	0	1
-- 3	1	0	0	0	0	0	0	0	0	1
SELECT k, transform(p, [nan, 1], [5., 6.], 0.), transform(q, [nan], [5.], 0.), arrayCount(x -> x IN (p), a) FROM t ORDER BY k;
-- 1	0	0	0
-- 2	6	0	1
-- 3	0	0	1
SELECT a.k, b.k FROM t AS a JOIN t AS b ON a.p <=> b.p ORDER BY ALL;
-- 1	1
-- 2	2
-- 3	3
SELECT a.k, b.k FROM t AS a LEFT JOIN t AS b ON a.p <=> b.q AND b.k IN (a.n) ORDER BY ALL;
-- 1	1
-- 2	0
-- 3	0
SELECT a.k, b.k FROM t AS a CROSS JOIN t AS b WHERE a.p = b.p ORDER BY ALL;
-- 1	1
-- 2	2
-- 3	3
SELECT a.k, b.k FROM t AS a, t AS b WHERE a.q = b.q AND a.k > 0 ORDER BY ALL;
-- 1	1
-- 2	2
SELECT a.k, b.k FROM t AS a JOIN t AS b ON a.k = b.k WHERE a.p + 1 = b.p + 1 ORDER BY ALL;
-- 1	1
-- 2	2
-- 3	3
SELECT a.k, b.k FROM t AS a LEFT JOIN t AS b ON a.k = b.k WHERE a.p = b.p ORDER BY ALL;
-- 2	2
-- 3	3
SELECT a.k, b.k FROM t AS a CROSS JOIN t AS b WHERE a.p = b.p OR a.k > 2 ORDER BY ALL;
-- 2	2
-- 3	1
-- 3	2
-- 3	3
SELECT a.k, b.k, c.k FROM t AS a CROSS JOIN t AS b CROSS JOIN t AS c WHERE a.p = b.p AND b.p = c.p ORDER BY ALL;
-- 1	1	1
-- 2	2	2
-- 3	3	3
