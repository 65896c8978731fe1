-- What is no function is told before the columns that stand in its call, which are no keys.

CREATE TABLE sales (shop String, item String, n Int32) ENGINE = ReplacingMergeTree ORDER BY (shop, item);
INSERT INTO sales VALUES ('a', 'x', 3), ('a', 'y', 1), ('b', 'x', 7);
SELECT max(n), no_such_list(item) FROM sales FINAL;
-- error UNKNOWN_FUNCTION
SELECT shop, 1 + no_such_list(item, ',') AS items FROM sales FINAL GROUP BY shop;
-- error UNKNOWN_FUNCTION
SELECT shop, count() FROM sales GROUP BY shop ORDER BY no_such_number(n);
-- error UNKNOWN_FUNCTION
SELECT shop, count() FROM sales GROUP BY shop HAVING no_such_number(n) > 1;
-- error UNKNOWN_FUNCTION
SELECT shop, upper(item), count() FROM sales GROUP BY shop;
-- error NOT_AN_AGGREGATE
SELECT shop, item || toString(max(n)) FROM sales GROUP BY shop;
-- error NOT_AN_AGGREGATE
SELECT upper(shop) AS s, max(n) FROM sales FINAL GROUP BY shop ORDER BY s;
-- A	3
-- B	7
WITH s AS (SELECT 1 AS k FROM sales), s AS (SELECT 2 AS k FROM sales) SELECT max(k) FROM s;
-- error MULTIPLE_EXPRESSIONS_FOR_ALIAS
WITH s AS (SELECT 1 AS k FROM sales) SELECT * FROM (WITH s AS (SELECT 2 AS k FROM sales) SELECT max(k) FROM s);
-- 2
