-- The price that held on a day: a version for each day, the newest one wins.

CREATE TABLE prices (product String, day Date, price Float64, loaded UInt32) ENGINE = ReplacingMergeTree(loaded) ORDER BY (product, day);
INSERT INTO prices VALUES ('pen', '2024-01-01', 1.0, 1), ('pen', '2024-01-10', 1.5, 1), ('ink', '2024-01-05', 9.5, 1);
INSERT INTO prices VALUES ('pen', '2024-01-10', 1.25, 2);

SELECT product, argMax(price, day) AS p FROM prices FINAL WHERE day <= '2024-01-31' GROUP BY product ORDER BY product;
-- ink	9.5
-- pen	1.25
SELECT product, price FROM prices FINAL WHERE day <= '2024-01-09' ORDER BY product, day DESC LIMIT 1 BY product;
-- ink	9.5
-- pen	1
SELECT product, min(price), max(price), count() FROM prices FINAL GROUP BY product ORDER BY product;
-- ink	9.5	9.5	1
-- pen	1	1.25	2
SELECT day, price, price - first_value(price) OVER (PARTITION BY product ORDER BY day) AS change FROM prices FINAL WHERE product = 'pen' ORDER BY day;
-- 2024-01-01	1	0
-- 2024-01-10	1.25	0.25
