-- Tuples with NULL or NaN inside join rows in which these stand in the same places.

CREATE TABLE tj (k Tuple(Nullable(Int32), String), a Array(Nullable(Int32)), v Int32) ENGINE = MergeTree ORDER BY v;
INSERT INTO tj VALUES ((1, 'a'), [1, NULL], 1), ((NULL, 'b'), [NULL], 2), ((NULL, 'b'), [], 3);
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON x.k = y.k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y USING k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tj AS x LEFT JOIN tj AS y ON x.k = y.k AND x.v = y.v ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v FROM tj AS x LEFT ANTI JOIN tj AS y ON x.k = y.k ORDER BY 1, 2;
-- (no rows)
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON x.a = y.a ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON x.k.1 = y.k.1 ORDER BY 1, 2;
-- 1	1
SELECT x.v, y.v FROM tj AS x, tj AS y WHERE x.k = y.k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON x.k <=> y.k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON (x.k.1, x.v) = (y.k.1, y.v) ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON x.k = y.k AND x.v < y.v ORDER BY 1, 2;
-- 2	3
SELECT x.v FROM tj AS x WHERE x.k IN (SELECT k FROM tj) ORDER BY 1;
-- 1
-- 2
-- 3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON map('a', x.k.1) = map('a', y.k.1) ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tj AS x JOIN tj AS y ON [x.k.1] = [y.k.1] ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
CREATE TABLE tf (k Tuple(Float64, String), v Int32, n Nullable(Int32), f Float32) ENGINE = MergeTree ORDER BY v;
INSERT INTO tf VALUES ((nan, 'a'), 1, NULL, nan), ((1, 'b'), 2, 5, 2), ((nan, 'a'), 3, NULL, nan);
SELECT x.v, y.v FROM tf AS x JOIN tf AS y ON x.k = y.k ORDER BY 1, 2;
-- 1	1
-- 1	3
-- 2	2
-- 3	1
-- 3	3
SELECT x.v, y.v FROM tf AS x JOIN tf AS y ON (x.f, x.n) = (y.f, y.n) ORDER BY 1, 2;
-- 1	1
-- 1	3
-- 2	2
-- 3	1
-- 3	3
SELECT x.v, y.v FROM tf AS x JOIN tj AS y ON (x.n, 'b') = (y.k.1, y.k.2) ORDER BY 1, 2;
-- 1	2
-- 1	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tf AS x JOIN tj AS y ON (x.f, 'b') = (y.k.1, y.k.2) ORDER BY 1, 2;
-- (no rows)
SELECT x.v, y.v FROM tf AS x JOIN tj AS y ON (toInt64(x.n), 'b') = y.k ORDER BY 1, 2;
-- 1	2
-- 1	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tf AS x JOIN tf AS y ON (x.n, (x.f, 1)) = (y.n, (y.f, 1)) ORDER BY 1, 2;
-- 1	1
-- 1	3
-- 2	2
-- 3	1
-- 3	3
SELECT x.v, y.v FROM tj AS x FULL JOIN tj AS y ON x.k = y.k AND x.v > 2 ORDER BY 1, 2;
-- 0	1
-- 1	0
-- 2	0
-- 3	2
-- 3	3
SELECT x.v FROM tj AS x SEMI JOIN tj AS y ON x.k = y.k ORDER BY 1;
-- 1
-- 2
-- 3
SELECT x.v, y.v FROM tj AS x ANY LEFT JOIN tf AS y ON x.k = (y.n, 'b') ORDER BY 1, 2;
-- 1	0
-- 2	1
-- 3	1
SELECT x.v, y.v FROM tj AS x ASOF JOIN tj AS y ON x.k = y.k AND x.v >= y.v ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT v FROM tj WHERE k = (NULL, 'b');
-- (no rows)
CREATE TABLE tn (k Tuple(Nullable(Int32), String), v Int32, f Float32, tf Tuple(Float32, Int8)) ENGINE = MergeTree ORDER BY v;
INSERT INTO tn VALUES ((1, 'a'), 1, 1, (1, 1)), ((NULL, 'b'), 2, nan, (nan, 2)), ((NULL, 'b'), 3, nan, (nan, 2));
SELECT x.v, y.v FROM tn AS x JOIN tn AS y ON x.v = y.v WHERE x.k = y.k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y ON x.v = y.v WHERE x.f = y.f ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y ON x.v = y.v WHERE x.tf = y.tf ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y ON x.k = y.k WHERE x.k = y.k ORDER BY 1, 2;
-- 1	1
-- differs: a WHERE that says an equality of ON again keeps rows, docs/differences.md#sparks-values
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y ON x.f = y.f WHERE x.f = y.f ORDER BY 1, 2;
-- 1	1
-- differs: a WHERE that says an equality of ON again keeps rows, docs/differences.md#sparks-values
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y ON x.tf = y.tf WHERE x.tf = y.tf ORDER BY 1, 2;
-- 1	1
-- differs: a WHERE that says an equality of ON again keeps rows, docs/differences.md#sparks-values
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x, tn AS y WHERE x.tf = y.tf ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x, tn AS y WHERE x.k = y.k AND x.f = y.f ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x CROSS JOIN tn AS y WHERE x.k = y.k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y USING tf ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x JOIN tn AS y USING (k, v) ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v, k FROM tn AS x LEFT JOIN tn AS y USING (k) ORDER BY 1, 2;
-- 1	1	(1,'a')
-- 2	2	(NULL,'b')
-- 2	3	(NULL,'b')
-- 3	2	(NULL,'b')
-- 3	3	(NULL,'b')
SELECT x.v, y.v FROM tn AS x JOIN tn AS y USING f ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	3
-- 3	2
-- 3	3
SELECT x.v, y.v FROM tn AS x ANY LEFT JOIN tn AS y USING f ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	2
SELECT x.v, y.v FROM tn AS x LEFT ANTI JOIN tn AS y USING k ORDER BY 1, 2;
-- (no rows)
SELECT x.v, y.v FROM tn AS x FULL JOIN tn AS y USING (f, v) ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 3	3
SELECT x.v, y.v, f FROM tn AS x ASOF JOIN tn AS y USING (f, v) ORDER BY 1, 2;
-- 1	1	1
-- 2	2	nan
-- 3	3	nan
SELECT x.v, z.v FROM tn AS x JOIN tn AS y USING k JOIN tn AS z USING k ORDER BY 1, 2;
-- 1	1
-- 2	2
-- 2	2
-- 2	3
-- 2	3
-- 3	2
-- 3	2
-- 3	3
-- 3	3
