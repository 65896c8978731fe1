-- Division by zero is an error here.

SELECT 1 / 0;
-- inf
-- differs: arithmetic is Spark's in ANSI mode, docs/sql.md#where-the-answers-differ-from-clickhouse
-- error DIVIDE_BY_ZERO
SELECT 9223372036854775807 + 1;
-- 9223372036854775808
-- differs: arithmetic is Spark's in ANSI mode, docs/sql.md#where-the-answers-differ-from-clickhouse
-- error ARITHMETIC_OVERFLOW
