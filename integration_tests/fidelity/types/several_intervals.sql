-- A tuple of intervals moves a day by each of them.

CREATE TABLE t (k UInt32, day Date, a Decimal(9, 9), b Decimal(18, 18)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2020-01-31', 0, 0), (2, '2020-02-29', 0, 0);

SELECT day + (INTERVAL 1 DAY, INTERVAL 1 MONTH), day - (INTERVAL 1 DAY, INTERVAL 1 YEAR) FROM t ORDER BY k;
-- 2020-03-01	2019-01-30
-- 2020-04-01	2019-02-28
SELECT day + (INTERVAL 1 DAY + INTERVAL 1 MONTH) FROM t ORDER BY k;
-- 2020-03-01
-- 2020-04-01
SELECT a * b FROM t;
-- error ARGUMENT_OUT_OF_BOUND
