-- A name may begin with a digit, without quotes.

CREATE TABLE 2024_sales (1st UInt8, k UInt8) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO 2024_sales VALUES (1, 2), (3, 4);
INSERT INTO 2024_sales (1st, k) VALUES (9, 4);
ALTER TABLE 2024_sales ADD COLUMN 2nd UInt8 DEFAULT 1st + 1;
SELECT s.1st, s.2nd AS 3rd FROM 2024_sales AS s FINAL WHERE 1st > 1;
-- 9	10
SELECT 1st, 2nd, k FROM 2024_sales FINAL ORDER BY 1st;
-- 1	2	2
-- 9	10	4
DROP TABLE 2024_sales;
