-- A SEMI JOIN has the columns of one matching row of the other table, an ANTI JOIN its defaults.

CREATE TABLE l (i UInt8, j UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE r (i UInt8, k UInt8) ENGINE = ReplacingMergeTree ORDER BY i;
CREATE TABLE q (i UInt8, z UInt8) ENGINE = MergeTree ORDER BY i;
INSERT INTO l VALUES (1, 10), (2, 20);
INSERT INTO r VALUES (1, 90), (3, 30);
INSERT INTO r VALUES (1, 100);
INSERT INTO q VALUES (1, 7);

SELECT * FROM l LEFT SEMI JOIN r FINAL USING (i);
-- 1	10	100
SELECT * FROM l LEFT SEMI JOIN r FINAL ON l.i = r.i;
-- 1	10	1	100
SELECT * FROM l RIGHT SEMI JOIN r FINAL USING (i);
-- 1	10	100
SELECT * FROM l RIGHT SEMI JOIN r FINAL ON l.i = r.i;
-- 1	10	1	100
SELECT * FROM l SEMI JOIN r FINAL USING (i);
-- 1	10	100
SELECT l.i, r.k FROM l LEFT SEMI JOIN r FINAL ON l.i = r.i;
-- 1	100
SELECT j, k FROM l RIGHT SEMI JOIN r FINAL USING (i);
-- 10	100
SELECT count(*), any(k) > 1 FROM l LEFT SEMI JOIN r USING (i);
-- 1	1
SELECT i, count(), max(k) FROM l LEFT SEMI JOIN r FINAL USING (i) GROUP BY i;
-- 1	1	100
SELECT k FROM l RIGHT SEMI JOIN r FINAL ON l.i = r.i WHERE l.j = 10;
-- 100
SELECT * FROM l LEFT SEMI JOIN r FINAL ON l.i = r.i AND l.j < r.k AND r.k > 5 JOIN q ON q.z < r.k;
-- 1	10	1	100	1	7
SELECT l.i, z FROM l LEFT SEMI JOIN r FINAL ON l.i = r.i JOIN q ON q.z < r.k;
-- 1	7
SELECT l.i FROM l LEFT SEMI JOIN r FINAL USING (i) JOIN (SELECT 100::UInt8 AS k) AS s USING (k);
-- 1
SELECT x.i, y.i FROM l AS x SEMI JOIN l AS y ON x.i + 1 = y.i;
-- 1	2
SELECT i, toTypeName(k), k FROM l LEFT SEMI JOIN r FINAL USING (i) SETTINGS join_use_nulls = 1;
-- 1	Nullable(UInt8)	100
SELECT i, toTypeName(j), j FROM l RIGHT SEMI JOIN r FINAL USING (i) SETTINGS join_use_nulls = 1;
-- 1	Nullable(UInt8)	10
WITH c AS (SELECT * FROM l LEFT SEMI JOIN r FINAL ON l.i = r.i) SELECT `r.i` + k, c.* EXCEPT j FROM c;
-- 101	1	1	100

SELECT * FROM l LEFT ANTI JOIN r USING (i);
-- 2	20	0
SELECT * FROM l LEFT ANTI JOIN r ON l.i = r.i;
-- 2	20	0	0
SELECT * FROM l RIGHT ANTI JOIN r FINAL USING (i);
-- 3	0	30
SELECT * FROM l RIGHT ANTI JOIN r FINAL ON l.i = r.i;
-- 0	0	3	30
SELECT * FROM l ANTI JOIN r USING (i) WHERE k = 0;
-- 2	20	0
SELECT i, l.i, r.i, k, toTypeName(k) FROM l LEFT ANTI JOIN r USING (i) SETTINGS join_use_nulls = 1;
-- 2	2	\N	\N	Nullable(UInt8)
SELECT i, l.i, r.i, j, toTypeName(j) FROM l RIGHT ANTI JOIN r USING (i) SETTINGS join_use_nulls = 1;
-- 3	\N	3	\N	Nullable(UInt8)
SELECT i, count(), sum(k) FROM l RIGHT ANTI JOIN r FINAL USING (i) GROUP BY i;
-- 3	1	30
SELECT * FROM (SELECT * FROM l LEFT ANTI JOIN r ON l.i = r.i) AS x LEFT JOIN q ON q.i = x.i;
-- 2	20	0	0	0	0
SELECT * FROM l LEFT ANTI JOIN r USING (i) LEFT JOIN q USING (i);
-- 2	20	0	0
