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
CREATE TABLE z (k Int32, v Int8) ENGINE = SummingMergeTree((v)) ORDER BY tuple() SETTINGS allow_dimensions_outside_sorting_key = 1;
INSERT INTO z SETTINGS optimize_on_insert = 0 VALUES (0, 1), (1, 2), (2, -3), (4, 0);
SELECT * FROM z FINAL ORDER BY k;
-- 0	1
-- 1	2
-- 2	-3
INSERT INTO z SETTINGS optimize_on_insert = 0 VALUES (5, 0), (5, 7);
SELECT * FROM z FINAL ORDER BY k;
-- 0	1
-- 1	2
-- 2	-3
-- 5	7
SELECT count(), sum(v) FROM z FINAL;
-- 4	7
OPTIMIZE TABLE z FINAL;
SELECT * FROM z ORDER BY k;
-- 0	1
-- 1	2
-- 2	-3
-- 5	7
CREATE TABLE g (k Int32, goodsMap Nested(id UInt32, n Int32), v Int32) ENGINE = SummingMergeTree ORDER BY tuple() SETTINGS allow_dimensions_outside_sorting_key = 1;
INSERT INTO g SETTINGS optimize_on_insert = 0 VALUES (1, [2, 1, 2], [5, 0, 7], 1), (0, [], [], 0), (0, [1], [0], 0);
SELECT * FROM g FINAL ORDER BY k;
-- 0	[]	[]	0
-- 0	[]	[]	0
-- 1	[2]	[12]	1
INSERT INTO g SETTINGS optimize_on_insert = 0 VALUES (3, [2, 1, 2], [5, 1, 7], 1), (0, [], [], 0);
SELECT * FROM g FINAL ORDER BY k;
-- 0	[]	[]	0
-- 0	[]	[]	0
-- 0	[]	[]	0
-- 1	[2]	[12]	1
-- 3	[1,2]	[1,12]	1
ALTER TABLE g ADD COLUMN w Int32 DEFAULT 0;
SELECT * FROM g FINAL ORDER BY k;
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 1	[2]	[12]	1	0
-- 3	[1,2]	[1,12]	1	0
INSERT INTO g SETTINGS optimize_on_insert = 0 VALUES (4, [2], [5], 1, 0), (0, [], [], 0, 0);
SELECT * FROM g FINAL ORDER BY k;
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 1	[2]	[12]	1	0
-- 3	[1,2]	[1,12]	1	0
-- 4	[2]	[5]	1	0
OPTIMIZE TABLE g FINAL;
SELECT * FROM g FINAL ORDER BY k;
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 1	[2]	[12]	1	0
-- 3	[1,2]	[1,12]	1	0
-- 4	[2]	[5]	1	0
SELECT * FROM g ORDER BY k;
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 0	[]	[]	0	0
-- 1	[2]	[12]	1	0
-- 3	[1,2]	[1,12]	1	0
-- 4	[2]	[5]	1	0
CREATE TABLE y (k Int32, v Int32) ENGINE = SummingMergeTree(v) ORDER BY tuple() SETTINGS allow_dimensions_outside_sorting_key = 1;
INSERT INTO y SETTINGS optimize_on_insert = 0 VALUES (1, 0), (2, 5);
ALTER TABLE y ADD COLUMN x Int32 DEFAULT k;
SELECT * FROM y FINAL ORDER BY k;
-- 2	5	2
INSERT INTO y SETTINGS optimize_on_insert = 0 VALUES (1, 0, 4), (2, 5, 4);
SELECT * FROM y FINAL ORDER BY k, x;
-- 2	5	2
-- 2	5	4
SET mutations_sync = 2;
ALTER TABLE y UPDATE v = 0 WHERE x = 4;
SELECT * FROM y FINAL ORDER BY k;
-- 2	5	2
ALTER TABLE y DELETE WHERE k = 2;
SELECT sum(v) FROM y FINAL;
-- 0
CREATE TABLE x (k Int32, v Int32) ENGINE = SummingMergeTree(v) ORDER BY tuple() SETTINGS allow_dimensions_outside_sorting_key = 1;
INSERT INTO x SETTINGS optimize_on_insert = 0 VALUES (1, 0);
ALTER TABLE x ADD COLUMN w Int32 DEFAULT k;
SELECT * FROM x FINAL;
-- (no rows)
CREATE TABLE q (k Int32, v Int32) ENGINE = SummingMergeTree(v) ORDER BY k SETTINGS allow_dimensions_outside_sorting_key = 1;
INSERT INTO q SETTINGS optimize_on_insert = 0 VALUES (1, 0);
ALTER TABLE q ADD COLUMN w Int32 DEFAULT k;
SELECT * FROM q FINAL;
-- (no rows)
