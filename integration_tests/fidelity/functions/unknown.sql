-- A function nobody has.

SELECT no_such_function(1);
-- error UNKNOWN_FUNCTION
-- differs: errors of queries keep Spark's names, docs/sql.md#where-the-answers-differ-from-clickhouse
-- error UNRESOLVED_ROUTINE
