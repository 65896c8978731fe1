-- ON may name aliases of the SELECT, and the SELECT those of ON.

CREATE TABLE l (i UInt8, j UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE r (i UInt8, k UInt8) ENGINE = MergeTree ORDER BY i;
CREATE TABLE q (i UInt8, z UInt8) ENGINE = MergeTree ORDER BY i;
INSERT INTO l VALUES (1, 10), (2, 20);
INSERT INTO r VALUES (1, 100), (3, 30);
INSERT INTO q VALUES (1, 7);

SELECT l.i AS li FROM l JOIN r ON li = r.i;
-- 1
SELECT l.i + 1 AS x FROM l LEFT JOIN r ON x = r.i ORDER BY x;
-- 2
-- 3
SELECT l.i + 1 AS x, k FROM l ANY LEFT JOIN r ON x = r.i ORDER BY x;
-- 2	0
-- 3	30
SELECT l.i + 0 AS x FROM l JOIN r ON x = r.i AND r.k > 1 JOIN q ON q.i = x;
-- 1
SELECT 5 AS five FROM l JOIN r ON l.i = r.i AND r.k > five;
-- 5
SELECT j AS i FROM l JOIN r ON i = r.i;
-- (no rows)
SELECT s.li FROM (SELECT l.i AS li FROM l LEFT JOIN r ON li = r.i) AS s ORDER BY li;
-- 1
-- 2
SELECT l.i AS a, count() FROM l JOIN r ON a = r.i GROUP BY a ORDER BY a;
-- 1	1
WITH l.i + 1 AS x SELECT l.i, k FROM l JOIN r ON x + 1 = r.i;
-- 1	30
WITH 10 AS ten SELECT l.i, k FROM l LEFT JOIN r ON l.i = r.i AND l.j > ten ORDER BY l.i;
-- 1	0
-- 2	0
SELECT l.i FROM l JOIN r ON (l.i AS ii) = r.i WHERE ii = 1;
-- 1
SELECT e + 0 FROM l JOIN r ON ((l.i = r.i) AS e);
-- 1
SELECT l.i, c FROM l JOIN r ON l.i = r.i AND (l.j AS c) > 1 GROUP BY l.i, c ORDER BY c;
-- 1	10
SELECT kk FROM l ANY LEFT JOIN r ON l.i = (r.i AS ri) AND (r.k AS kk) > 0 WHERE ri > 0;
-- 100
SELECT * FROM l JOIN r ON l.i = r.i JOIN q ON (q.i AS qq) = l.i WHERE qq = 1;
-- 1	10	1	100	1	7
SELECT * FROM l JOIN r ON i = r.i AND j = 10;
-- 1	10	1	100
