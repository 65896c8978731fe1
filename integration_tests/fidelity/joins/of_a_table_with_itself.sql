-- A name of a table that is joined with itself means the one it is an alias of, or the one without.
CREATE TABLE l1 (k UInt8, v String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE r1 (k UInt8, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO l1 VALUES (1, 'l1'), (2, 'l2');
INSERT INTO r1 VALUES (2, 'r2'), (3, 'r3');
SELECT v, v.v, k.v FROM l1 AS k CROSS JOIN l1 AS v ORDER BY ALL;
-- l1	l1	l1
-- l1	l1	l2
-- l2	l2	l1
-- l2	l2	l2
SELECT v, v.v, a.v FROM l1 AS a CROSS JOIN l1 AS v ORDER BY ALL;
-- l1	l1	l1
-- l1	l1	l2
-- l2	l2	l1
-- l2	l2	l2
SELECT v, a.v, l1.v FROM l1 AS a CROSS JOIN l1 ORDER BY ALL;
-- l1	l1	l1
-- l1	l2	l1
-- l2	l1	l2
-- l2	l2	l2
SELECT v, a.v, l1.v FROM l1 CROSS JOIN l1 AS a ORDER BY ALL;
-- l1	l1	l1
-- l1	l2	l1
-- l2	l1	l2
-- l2	l2	l2
SELECT number, a.number FROM numbers(2) AS a CROSS JOIN numbers(2) AS number ORDER BY ALL;
-- 0	0
-- 0	1
-- 1	0
-- 1	1
SELECT v, a.v, v.v FROM (SELECT v FROM l1) AS a CROSS JOIN (SELECT v FROM l1) AS v ORDER BY ALL;
-- l1	l1	l1
-- l1	l2	l1
-- l2	l1	l2
-- l2	l2	l2
SELECT v, a.v, v.v FROM (SELECT v FROM l1) AS a CROSS JOIN (SELECT v FROM r1) AS v ORDER BY ALL;
-- l1	l1	r2
-- l1	l1	r3
-- l2	l2	r2
-- l2	l2	r3
WITH c AS (SELECT v FROM l1) SELECT v, a.v, v.v FROM c AS a CROSS JOIN c AS v ORDER BY ALL;
-- l1	l1	l1
-- l1	l2	l1
-- l2	l1	l2
-- l2	l2	l2
WITH c AS (SELECT v FROM l1) SELECT v, a.v, c.v FROM c AS a CROSS JOIN c ORDER BY ALL;
-- l1	l1	l1
-- l1	l2	l1
-- l2	l1	l2
-- l2	l2	l2
WITH c AS (SELECT v FROM l1) SELECT v, a.v, c.v FROM c CROSS JOIN c AS a ORDER BY ALL;
-- l1	l1	l1
-- l1	l2	l1
-- l2	l1	l2
-- l2	l2	l2
WITH c AS (SELECT v FROM l1), d AS (SELECT v FROM l1) SELECT v, a.v, v.v FROM c AS a CROSS JOIN d AS v ORDER BY ALL;
-- l1	l1	l1
-- l1	l1	l2
-- l2	l2	l1
-- l2	l2	l2
SELECT v, v.v, a.v FROM l1 AS a JOIN l1 AS v ON a.k = v.k + 1 ORDER BY ALL;
-- l1	l1	l2
SELECT v, a.v, l1.v FROM l1 AS a JOIN l1 ON a.k = l1.k + 1 ORDER BY ALL;
-- l1	l2	l1
SELECT v, a.v, l1.v FROM l1 AS a LEFT JOIN l1 ON a.k = l1.k + 1 ORDER BY ALL;
-- ''	l1	''
-- l1	l2	l1
SELECT v, a.v, b.v, v.v FROM l1 AS a CROSS JOIN l1 AS b CROSS JOIN l1 AS v ORDER BY ALL;
-- l1	l1	l1	l1
-- l1	l1	l2	l1
-- l1	l2	l1	l1
-- l1	l2	l2	l1
-- l2	l1	l1	l2
-- l2	l1	l2	l2
-- l2	l2	l1	l2
-- l2	l2	l2	l2
SELECT v, a.v, b.v, v.v FROM l1 AS a CROSS JOIN l1 AS v CROSS JOIN l1 AS b ORDER BY ALL;
-- l1	l1	l1	l1
-- l1	l1	l2	l1
-- l1	l2	l1	l1
-- l1	l2	l2	l1
-- l2	l1	l1	l2
-- l2	l1	l2	l2
-- l2	l2	l1	l2
-- l2	l2	l2	l2
SELECT v, a.v, b.v, l1.v FROM l1 AS a CROSS JOIN l1 AS b CROSS JOIN l1 ORDER BY ALL;
-- l1	l1	l1	l1
-- l1	l1	l2	l1
-- l1	l2	l1	l1
-- l1	l2	l2	l1
-- l2	l1	l1	l2
-- l2	l1	l2	l2
-- l2	l2	l1	l2
-- l2	l2	l2	l2
SELECT v, k FROM l1 AS a CROSS JOIN l1 AS b CROSS JOIN l1 ORDER BY ALL;
-- l1	1
-- l1	1
-- l1	1
-- l1	1
-- l2	2
-- l2	2
-- l2	2
-- l2	2
SELECT v, k FROM l1 AS a JOIN l1 AS b ON a.k = b.k CROSS JOIN r1 AS c ORDER BY ALL;
-- error AMBIGUOUS_IDENTIFIER
SELECT v FROM l1 AS a CROSS JOIN l1 AS v WHERE v = 'l1' AND a.v = 'l2';
-- l1
SELECT v, count() FROM l1 AS a CROSS JOIN l1 AS v GROUP BY v HAVING v = 'l1' ORDER BY v;
-- l1	2
SELECT v.v FROM l1 AS a JOIN l1 AS v ON k = v.k + 1;
-- l1
SELECT sum(k) FROM l1 AS a JOIN l1 AS b USING (k) WHERE v = 'l1';
-- 1
SELECT v, a.v, b.v FROM l1 AS a JOIN l1 AS b USING (k);
-- l1	l1	l1
-- l2	l2	l2
SELECT v, a.v, l1.v FROM l1 AS a JOIN l1 USING (k);
-- l1	l1	l1
-- l2	l2	l2
SELECT k FROM l1 AS a ANY JOIN r1 AS b ON a.k = b.nosuch;
-- error UNKNOWN_IDENTIFIER
SELECT k FROM l1 AS a ANY LEFT JOIN r1 AS b ON nosuch = b.k;
-- error UNKNOWN_IDENTIFIER
