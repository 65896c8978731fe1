-- EXCEPT, REPLACE and APPLY on stars, and COLUMNS.

CREATE TABLE t (k Int64, a Int32, b Int32, c String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 10, 20, 'x'), (2, 30, 40, 'y');

SELECT * EXCEPT (c) FROM t FINAL ORDER BY k;
-- 1	10	20
-- 2	30	40
SELECT * EXCEPT c FROM t ORDER BY k;
-- 1	10	20
-- 2	30	40
SELECT * REPLACE (a * 2 AS a) FROM t FINAL ORDER BY k;
-- 1	20	20	x
-- 2	60	40	y
SELECT * EXCEPT (k, c) APPLY(sum) FROM t FINAL;
-- 40	60
SELECT COLUMNS('^[ab]$') FROM t ORDER BY k;
-- 10	20
-- 30	40
SELECT COLUMNS(a, b) APPLY(max) FROM t;
-- 30	40
SELECT x.* EXCEPT (a, b) FROM t AS x FINAL ORDER BY x.k;
-- 1	x
-- 2	y
SELECT *, a + b AS s FROM t ORDER BY k;
-- 1	10	20	x	30
-- 2	30	40	y	70
SELECT t.k, t.* FROM t ORDER BY k LIMIT 1;
-- 1	1	10	20	x
