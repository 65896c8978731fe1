-- ASOF JOIN with USING: the last column is the one that is compared.

CREATE TABLE l (k UInt32, t UInt32, a UInt64) ENGINE = MergeTree ORDER BY (k, t);
CREATE TABLE r (k UInt32, t UInt32, b UInt64, a UInt8) ENGINE = MergeTree ORDER BY (k, t);
INSERT INTO l VALUES (1, 101, 1), (1, 102, 2), (1, 103, 3), (2, 104, 4), (1, 105, 5);
INSERT INTO r VALUES (1, 102, 2, 7), (2, 103, 4, 8), (2, 106, 5, 9);
SELECT * FROM l ASOF JOIN r USING (k, t) ORDER BY k, t;
-- 1	102	2	2	7
-- 1	103	3	2	7
-- 1	105	5	2	7
-- 2	104	4	4	8
SELECT * FROM l ASOF LEFT JOIN r USING (k, t) ORDER BY k, t;
-- 1	101	1	0	0
-- 1	102	2	2	7
-- 1	103	3	2	7
-- 1	105	5	2	7
-- 2	104	4	4	8
SELECT k, t, l.t, r.t, r.k, a, r.a, b FROM l ASOF LEFT JOIN r USING (k, t) ORDER BY k, t;
-- 1	101	101	0	0	1	0	0
-- 1	102	102	102	1	2	7	2
-- 1	103	103	102	1	3	7	2
-- 1	105	105	102	1	5	7	2
-- 2	104	104	103	2	4	8	4
SELECT k, t, l.t, r.t, r.k, a, r.a, b FROM l ASOF LEFT JOIN r USING (k, t) ORDER BY k, t SETTINGS join_use_nulls = 1;
-- 1	101	101	\N	\N	1	\N	\N
-- 1	102	102	102	1	2	7	2
-- 1	103	103	102	1	3	7	2
-- 1	105	105	102	1	5	7	2
-- 2	104	104	103	2	4	8	4
SELECT l.*, r.* FROM l ASOF JOIN r USING (k, t) ORDER BY k, t;
-- 1	102	2	1	102	2	7
-- 1	103	3	1	102	2	7
-- 1	105	5	1	102	2	7
-- 2	104	4	2	103	4	8
SELECT count(), sum(b) FROM l ASOF INNER JOIN r USING k, t WHERE b > 2;
-- 1	4
SELECT count() FROM l ASOF JOIN r USING (t, k);
-- 1
SELECT * FROM l ASOF JOIN r USING (k, nope);
-- error UNKNOWN_IDENTIFIER
SELECT * FROM l ASOF RIGHT JOIN r USING (k, t);
-- error NOT_IMPLEMENTED
SELECT * FROM l ASOF FULL JOIN r ON l.k = r.k AND l.t >= r.t;
-- error NOT_IMPLEMENTED
