-- Windows that build on others, their constants and their aliases.

SELECT sum(number) OVER (ORDER BY number ROWS BETWEEN 1+1 PRECEDING AND CURRENT ROW) FROM numbers(4);
-- 0
-- 1
-- 3
-- 6
SELECT number, count() OVER w FROM numbers(3) WINDOW w AS (PARTITION BY intDiv(number,2) AS p) ORDER BY p, number;
-- 0	2
-- 1	2
-- 2	1
SELECT count() OVER (w PARTITION BY number) FROM numbers(2) WINDOW w AS (PARTITION BY number);
-- error BAD_ARGUMENTS
SELECT count() OVER (w ORDER BY number) FROM numbers(2) WINDOW w AS (PARTITION BY number % 2);
-- 1
-- 1
SELECT count() OVER (w PARTITION BY number) FROM numbers(2) WINDOW w AS (ORDER BY number);
-- error BAD_ARGUMENTS
SELECT count() OVER (w ORDER BY number) FROM numbers(2) WINDOW w AS (ORDER BY number);
-- error BAD_ARGUMENTS
SELECT count() OVER (w ROWS CURRENT ROW) FROM numbers(2) WINDOW w AS (ORDER BY number);
-- 1
-- 1
SELECT count() OVER (w) FROM numbers(2) WINDOW w AS (ORDER BY number ROWS CURRENT ROW);
-- error BAD_ARGUMENTS
SELECT count() OVER w FROM numbers(2) WINDOW w AS (ORDER BY number ROWS CURRENT ROW);
-- 1
-- 1
SELECT count() OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM numbers(2) WINDOW w AS (ORDER BY number ROWS CURRENT ROW);
-- error BAD_ARGUMENTS
SELECT count() OVER v FROM numbers(2) WINDOW w AS (PARTITION BY number % 2), v AS (w ORDER BY number);
-- 1
-- 1
