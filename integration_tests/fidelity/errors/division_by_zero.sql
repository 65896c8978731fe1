-- Division by zero is an error here.

SELECT 1 / 0;
-- inf
-- differs: arithmetic is Spark's in ANSI mode, docs/differences.md#errors-and-answers
-- error DIVIDE_BY_ZERO
SELECT 9223372036854775807 + 1;
-- 9223372036854775808
-- differs: arithmetic is Spark's in ANSI mode, docs/differences.md#errors-and-answers
-- error ARITHMETIC_OVERFLOW
