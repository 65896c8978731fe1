-- Views over joins, aggregates, and other views, with names for what they compute.

CREATE TABLE sales (id UInt32, shop String, day Date, amount Int64, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
INSERT INTO sales VALUES (1, 'north', '2024-01-05', 10, 1), (2, 'south', '2024-01-20', 20, 1), (3, 'north', '2024-02-01', 30, 1);
INSERT INTO sales VALUES (2, 'south', '2024-01-20', 25, 2);
CREATE VIEW months AS
SELECT shop, toStartOfMonth(day) AS month, sum(amount) AS total, count() AS n
FROM sales FINAL
GROUP BY shop, month;
SELECT * FROM months ORDER BY shop, month;
-- north	2024-01-01	10	1
-- north	2024-02-01	30	1
-- south	2024-01-01	25	1
SELECT shop, max(total) FROM months GROUP BY shop ORDER BY shop;
-- north	30
-- south	25
CREATE VIEW best AS SELECT shop, argMax(month, total) AS month FROM months GROUP BY shop;
SELECT * FROM best ORDER BY shop;
-- north	2024-02-01
-- south	2024-01-01
