-- Mutations that are wrong are refused and not recorded.

CREATE TABLE t (k Int64, v String, ver UInt32, m String MATERIALIZED upper(v)) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1);
ALTER TABLE t UPDATE k = 2 WHERE true;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE t UPDATE ver = 2 WHERE true;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE t UPDATE m = 'x' WHERE true;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE t UPDATE nothing = 2 WHERE true;
-- error NO_SUCH_COLUMN_IN_TABLE
ALTER TABLE t UPDATE v = 'a', v = 'b' WHERE true;
-- error MULTIPLE_ASSIGNMENTS_TO_COLUMN
ALTER TABLE t DELETE WHERE nothing = 1;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t DELETE;
-- error SYNTAX_ERROR
ALTER TABLE t UPDATE v = 'x';
-- error SYNTAX_ERROR
SELECT count() FROM system.mutations WHERE database = 'shop';
-- 0
