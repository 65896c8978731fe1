-- A scalar query has one row at most, also where its value is known before a row is read.
SELECT (SELECT number FROM numbers(3)) + 1 AS v;
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT if((SELECT number FROM numbers(3)) = 1, 1, 2) AS v;
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT (SELECT number FROM numbers(3)) + 1 AS v LIMIT 2 BY ALL;
-- error INCORRECT_RESULT_OF_SCALAR_SUBQUERY
SELECT if((SELECT max(number) FROM numbers(3)) = 2, 1, 2) AS v;
-- 1
