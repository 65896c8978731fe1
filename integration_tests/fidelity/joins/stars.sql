-- What * and its changes stand for over joined tables: keys of USING first, names without tables.

CREATE TABLE l (i UInt8, j UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE r (i UInt8, k UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE q (i UInt8, z UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE m1 (x UInt8, d UInt8 MATERIALIZED x + 1, al UInt8 ALIAS x + 2) ENGINE = MergeTree ORDER BY x;
CREATE TABLE m2 (y UInt8, d UInt8 MATERIALIZED y + 1, al UInt8 ALIAS y + 2) ENGINE = MergeTree ORDER BY y;
INSERT INTO l VALUES (1, 10), (2, 20);
INSERT INTO r VALUES (1, 100), (3, 30);
INSERT INTO q VALUES (1, 7);
INSERT INTO m1 VALUES (1);
INSERT INTO m2 VALUES (1);

SELECT * EXCEPT i FROM l JOIN r ON l.i = r.i;
-- 10	100
SELECT * EXCEPT i FROM l, r ORDER BY ALL;
-- 10	30
-- 10	100
-- 20	30
-- 20	100
SELECT * EXCEPT STRICT i FROM l JOIN r ON l.i = r.i;
-- 10	100
SELECT * EXCEPT `r.i` FROM l JOIN r ON l.i = r.i;
-- 1	10	1	100
SELECT * REPLACE (5 AS i) FROM l JOIN r ON l.i = r.i;
-- 5	10	5	100
SELECT * REPLACE (i + 1 AS i) APPLY toString FROM l JOIN r ON l.i = r.i;
-- 2	10	2	100
SELECT * REPLACE (i + 1 AS i, i + 2 AS i) FROM l;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT COLUMNS('i|k') APPLY(sum) FROM l JOIN r ON l.i = r.i;
-- 1	1	100
SELECT COLUMNS(r.i, l.i), r.COLUMNS('k'), r.* EXCEPT i FROM l JOIN r ON l.i = r.i;
-- 1	1	100	100
SELECT * FROM (SELECT i AS i1, j FROM l) AS a JOIN r ON a.i1 = r.i JOIN q USING (i);
-- 1	1	10	100	7
SELECT * FROM l JOIN r ON l.i = r.i JOIN q USING (i);
-- 1	10	100	7
SELECT i FROM l JOIN r ON l.i = r.i JOIN q USING (i);
-- 1
SELECT i FROM l JOIN r ON l.i = r.i JOIN q ON q.i = l.i;
-- 1
SELECT * FROM l LEFT JOIN r ON l.i = r.i JOIN q USING (i);
-- error AMBIGUOUS_IDENTIFIER
SELECT * FROM (SELECT i, j + 90 AS k FROM l) AS a JOIN r USING (k) JOIN q ON q.i = a.i;
-- 100	1	1	1	7
SELECT * FROM (SELECT i, j + 90 AS k FROM l) AS a JOIN r USING (k, i);
-- 100	1
SELECT k, z FROM l JOIN r USING (i) JOIN (SELECT 100 AS k, 4 AS z FROM q) AS c USING (k);
-- 100	4
SELECT * FROM l JOIN r USING (i, i);
-- error BAD_ARGUMENTS
SELECT * FROM m1 JOIN m2 USING (d);
-- 2	1	1
SELECT * FROM m1 JOIN m2 USING (al);
-- 3	1	1
SELECT * FROM m1 LEFT JOIN m2 USING (d, al);
-- 2	3	1	1
SELECT * EXCEPT d FROM m1 JOIN m2 USING (d);
-- 1	1
SELECT m1.*, m2.* FROM m1 JOIN m2 USING (d);
-- 1	1
SELECT m1.d, m2.d, d, * FROM m1 FULL JOIN m2 USING (d) SETTINGS join_use_nulls = 1;
-- 2	2	2	2	1	1
SELECT * FROM m2 JOIN (SELECT 2 AS d, 4 AS e) AS s USING (d);
-- 2	1	4
