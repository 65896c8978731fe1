-- Aggregates see current rows only.

CREATE TABLE sales (id UInt32, shop String, amount Int64, ver UInt32)
ENGINE = ReplacingMergeTree(ver) ORDER BY (shop, id);
INSERT INTO sales VALUES (1, 'north', 10, 1), (2, 'north', 20, 1), (1, 'south', 30, 1);
INSERT INTO sales VALUES (1, 'north', 15, 2), (1, 'south', -30, 2);
INSERT INTO sales VALUES (2, 'north', 99, 0);

SELECT shop, sum(amount), avg(amount), min(amount), max(amount), count()
FROM sales FINAL GROUP BY shop ORDER BY shop;
-- north	35	17.5	15	20	2
-- south	-30	-30	-30	-30	1
SELECT sum(amount) FROM sales FINAL;
-- 5
SELECT uniqExact(shop), count(), countIf(amount > 0) FROM sales FINAL;
-- 2	3	2
SELECT sum(amount) AS total FROM sales FINAL GROUP BY shop HAVING total > 0;
-- 35
SELECT argMax(shop, amount), argMin(shop, amount) FROM sales FINAL;
-- north	south
SELECT count(DISTINCT id) FROM sales FINAL;
-- 2
SELECT sumIf(amount, shop = 'north'), avgIf(amount, shop = 'north') FROM sales FINAL;
-- 35	17.5
