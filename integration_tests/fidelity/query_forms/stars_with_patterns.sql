-- * LIKE takes the columns whose names match; no column at all is refused.

CREATE TABLE t (price_net UInt32, Price_all UInt32, k UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (10, 12, 1), (20, 24, 2);

SELECT * LIKE 'price%' FROM t ORDER BY ALL;
-- 10
-- 20
SELECT * ILIKE 'price%' FROM t ORDER BY ALL;
-- 10	12
-- 20	24
SELECT t.* LIKE '_', k FROM t ORDER BY ALL;
-- 1	1
-- 2	2
SELECT * ILIKE '%all' APPLY(sum) FROM t;
-- 36
SELECT count(COLUMNS('k')), count(*), sum(* LIKE 'k') FROM t;
-- 2	2	3
SELECT * LIKE 'none' FROM t;
-- error EMPTY_LIST_OF_COLUMNS_QUERIED
SELECT * EXCEPT (price_net, Price_all, k) FROM t;
-- error EMPTY_LIST_OF_COLUMNS_QUERIED
