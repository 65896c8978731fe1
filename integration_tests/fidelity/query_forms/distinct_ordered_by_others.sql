-- SELECT DISTINCT with ORDER BY, LIMIT BY and QUALIFY of expressions that it does not have.

CREATE TABLE g (k UInt8, v UInt8, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO g SELECT number % 3, number, toString(number % 2) FROM numbers(10);
SELECT DISTINCT k FROM g ORDER BY toString(k);
-- 0
-- 1
-- 2
SELECT DISTINCT k AS x FROM g ORDER BY -x;
-- 2
-- 1
-- 0
SELECT DISTINCT k, s FROM g ORDER BY k + 1 DESC, s;
-- 2	0
-- 2	1
-- 1	0
-- 1	1
-- 0	0
-- 0	1
SELECT DISTINCT k FROM g ORDER BY v LIMIT 2;
-- 0
-- 1
SELECT DISTINCT k FROM g ORDER BY k LIMIT 1 BY k % 2;
-- 0
-- 1
SELECT DISTINCT k + 1 FROM g ORDER BY k;
-- 1
-- 2
-- 3
SELECT DISTINCT count() FROM g GROUP BY k ORDER BY max(v);
-- 3
-- 4
SELECT DISTINCT map(s, 1) AS m FROM g ORDER BY toString(m);
-- {'0':1}
-- {'1':1}
SELECT DISTINCT k, s FROM g ORDER BY s DESC, -k LIMIT 2 OFFSET 1;
-- 1	1
-- 0	1
SELECT DISTINCT k FROM g ORDER BY k % 2 LIMIT 1 WITH TIES;
-- 0
-- 2
SELECT DISTINCT k, count() OVER (PARTITION BY k) AS c FROM g ORDER BY c + 1, -k;
-- 2	3
-- 1	3
-- 0	4
SELECT DISTINCT k FROM g QUALIFY row_number() OVER (ORDER BY k, v) < 6 ORDER BY -k;
-- 1
-- 0
SELECT DISTINCT if(k = 0, NULL, k) AS x FROM g ORDER BY x IS NULL, x;
-- 1
-- 2
-- \N
SELECT DISTINCT k, 1, 'x' FROM g ORDER BY intDiv(k, 2), k DESC;
-- 1	1	x
-- 0	1	x
-- 2	1	x
SELECT DISTINCT sum(v) OVER (PARTITION BY k) FROM g ORDER BY k;
-- 18
-- 12
-- 15
SELECT DISTINCT arrayJoin([k, 1]) AS a FROM g ORDER BY -a;
-- 2
-- 1
-- 0
SELECT count() FROM (SELECT DISTINCT k FROM g ORDER BY v DESC LIMIT 2);
-- 2
CREATE TABLE r (k UInt8, v UInt8, f Float64) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO r VALUES (1, 1, nan), (2, 1, 0), (3, 1, nan), (4, 1, 1);
SELECT DISTINCT f FROM r FINAL ORDER BY -f;
-- 1
-- 0
-- nan
