-- USING of a join whose left side is an outer join.

CREATE TABLE l (k UInt8, v String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE r (k UInt8, w String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE q (w String, z UInt8) ENGINE = MergeTree ORDER BY w;
INSERT INTO l VALUES (1, 'a'), (2, 'b');
INSERT INTO r VALUES (2, 'x'), (4, 'u');
INSERT INTO q VALUES ('x', 10), ('nope', 30);
SELECT * FROM l FULL JOIN r USING k FULL JOIN q USING w ORDER BY ALL;
-- ''	1	a	0
-- nope	0	''	30
-- u	4	''	0
-- x	2	b	10
SELECT * FROM l LEFT JOIN r USING k FULL JOIN q USING w ORDER BY ALL;
-- ''	1	a	0
-- nope	0	''	30
-- x	2	b	10
SELECT * FROM l LEFT JOIN r USING k RIGHT JOIN q USING w ORDER BY ALL;
-- nope	0	''	30
-- x	2	b	10
SELECT * FROM l JOIN r USING k RIGHT JOIN q USING w ORDER BY ALL;
-- nope	0	''	30
-- x	2	b	10
SELECT w, r.w, q.w FROM l LEFT JOIN r USING k FULL JOIN q USING w ORDER BY ALL;
-- ''	''	''
-- nope	''	nope
-- x	x	x
SELECT w, count() FROM l LEFT JOIN r USING k FULL JOIN q USING w GROUP BY w ORDER BY ALL SETTINGS join_use_nulls = 1;
-- nope	1
-- x	1
-- \N	1
SELECT * FROM l FULL JOIN r USING k FULL JOIN q USING w ORDER BY ALL SETTINGS join_use_nulls = 1;
-- nope	\N	\N	30
-- u	4	\N	\N
-- x	2	b	10
-- \N	1	a	\N
SELECT * FROM l FULL JOIN r USING k FULL JOIN (SELECT k, 1 AS e FROM r UNION ALL SELECT 9, 2) AS e USING k ORDER BY ALL;
-- 1	a	''	0
-- 2	b	x	1
-- 4	''	u	1
-- 9	''	''	2
