-- Without a sorting key no rows become one, but each row is looked at: it goes if all its sums are zero.

CREATE TABLE s (k Int32, p UInt8, v Nullable(Float64)) ENGINE = SummingMergeTree ORDER BY tuple() PARTITION BY p;
INSERT INTO s VALUES (0, 1, NULL), (1, 1, NULL), (1, 1, NULL), (0, 1, 0), (2, 2, 0.5);
SELECT * FROM s ORDER BY p, k, v;
-- 0	1	0
-- 1	1	\N
-- 1	1	\N
-- 2	2	0.5
INSERT INTO s SETTINGS optimize_on_insert = 0 VALUES (0, 1, NULL), (1, 1, NULL), (0, 1, 0), (0, 2, NULL);
SELECT * FROM s ORDER BY p, k, v;
-- 0	1	0
-- 0	1	0
-- 0	1	\N
-- 1	1	\N
-- 1	1	\N
-- 1	1	\N
-- 0	2	\N
-- 2	2	0.5
SELECT * FROM s FINAL ORDER BY p, k, v;
-- 0	1	0
-- 0	1	0
-- 1	1	\N
-- 1	1	\N
-- 1	1	\N
-- 2	2	0.5
-- differs: FINAL looks for zero rows at merges only where there is no key, docs/semantics.md#rows-that-become-one
-- 0	1	0
-- 0	1	0
-- 0	1	\N
-- 1	1	\N
-- 1	1	\N
-- 1	1	\N
-- 0	2	\N
-- 2	2	0.5
OPTIMIZE TABLE s FINAL;
SELECT * FROM s ORDER BY p, k, v;
-- 0	1	0
-- 0	1	0
-- 1	1	\N
-- 1	1	\N
-- 1	1	\N
-- 2	2	0.5
INSERT INTO s SELECT 0, 1, NULL;
SELECT count() FROM s;
-- 6
SELECT * FROM s FINAL ORDER BY p, k, v;
-- 0	1	0
-- 0	1	0
-- 1	1	\N
-- 1	1	\N
-- 1	1	\N
-- 2	2	0.5
CREATE TABLE n (a String, m Map(String, Int32), v Int32) ENGINE = SummingMergeTree(v) ORDER BY tuple();
INSERT INTO n VALUES ('x', {'a': 1, 'b': 2}, 0), ('y', {}, 1), ('y', {}, -1);
SELECT * FROM n ORDER BY a, v;
-- y	{}	-1
-- y	{}	1
CREATE TABLE f (k Int32, v SimpleAggregateFunction(sum, Int64)) ENGINE = SummingMergeTree ORDER BY tuple();
INSERT INTO f VALUES (0, 0), (0, 0), (1, 1);
SELECT * FROM f ORDER BY k, v;
-- 0	0
-- 0	0
-- 1	1
SELECT * FROM f FINAL ORDER BY k, v;
-- 0	0
-- 0	0
-- 1	1
CREATE TABLE c (k Int32, v Nullable(Int32)) ENGINE = CoalescingMergeTree ORDER BY tuple();
INSERT INTO c VALUES (0, NULL), (0, 0), (1, 1);
SELECT * FROM c FINAL ORDER BY k, v;
-- 0	0
-- 0	\N
-- 1	1
