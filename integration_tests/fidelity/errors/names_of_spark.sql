-- Errors of statements about tables that are not the engine's have Spark's names.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);
SELECT * FROM no_such_table;
-- error UNKNOWN_TABLE
-- differs: a missing table is Spark's error, docs/differences.md#errors-and-answers
-- error TABLE_OR_VIEW_NOT_FOUND
SELECT nothing FROM t;
-- error UNKNOWN_IDENTIFIER
INSERT INTO no_such_table VALUES (1);
-- error UNKNOWN_TABLE
-- differs: a missing table is Spark's error, docs/differences.md#errors-and-answers
-- error TABLE_OR_VIEW_NOT_FOUND
DROP TABLE no_such_table;
-- error UNKNOWN_TABLE
-- differs: a missing table is Spark's error, docs/differences.md#errors-and-answers
-- error TABLE_OR_VIEW_NOT_FOUND
SHOW CREATE TABLE no_such_table;
-- error CANNOT_GET_CREATE_TABLE_QUERY
-- differs: a missing table is Spark's error, docs/differences.md#errors-and-answers
-- error TABLE_OR_VIEW_NOT_FOUND
