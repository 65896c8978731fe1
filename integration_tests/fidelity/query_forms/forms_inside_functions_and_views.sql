-- grouping, lists and arrayJoin inside functions and views with parameters.

CREATE TABLE t (k Int64, v Int64, a Array(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, number % 7, [number, number + 1] FROM numbers(20);
CREATE FUNCTION gr AS (x) -> grouping(x);
CREATE FUNCTION ga AS (x) -> groupArray(x);
CREATE FUNCTION ga2 AS (x) -> arraySum(ga(x));
SELECT k, gr(k) FROM t WHERE k < 3 GROUP BY k WITH ROLLUP ORDER BY k, gr(k);
-- 0	0
-- 0	1
-- 1	0
-- 2	0
SELECT k, gr(k) + 1 AS g, ga2(v) FROM t WHERE k < 3 GROUP BY k WITH CUBE ORDER BY k, g;
-- 0	1	0
-- 0	2	3
-- 1	1	1
-- 2	1	2
CREATE VIEW pv AS SELECT k, arrayJoin(a) AS e, _part AS p FROM t WHERE k < {m:Int64};
SELECT k, e, toUInt8(p != '') FROM pv(m = 3) ORDER BY k, e;
-- 0	0	1
-- 0	1	1
-- 1	1	1
-- 1	2	1
-- 2	2	1
-- 2	3	1
CREATE VIEW pg AS SELECT v, groupArray(k) AS ks, grouping(v) AS g FROM (SELECT * FROM t ORDER BY k DESC) WHERE k < {m:Int64} GROUP BY v WITH ROLLUP;
SELECT v, ks, g FROM pg(m = 9) WHERE g = 0 ORDER BY v;
-- 0	[7,0]	0
-- 1	[8,1]	0
-- 2	[2]	0
-- 3	[3]	0
-- 4	[4]	0
-- 5	[5]	0
-- 6	[6]	0
CREATE VIEW pu AS SELECT untuple((k, v)) FROM t WHERE k < {m:Int64};
SELECT * FROM pu(m = 3) ORDER BY 1;
-- 0	0
-- 1	1
-- 2	2
SELECT sum(e) FROM pv(m = 5);
-- 25
DROP FUNCTION gr;
DROP FUNCTION ga;
DROP FUNCTION ga2;
