-- Tables that cannot be.

CREATE TABLE b (k Int64, v String) ENGINE = ReplacingMergeTree(v) ORDER BY k;
-- error BAD_TYPE_OF_FIELD
CREATE TABLE b (k Int64, v UInt8, x Int8) ENGINE = ReplacingMergeTree(v, x) ORDER BY k;
-- error BAD_TYPE_OF_FIELD
CREATE TABLE b (k Int64, v UInt8) ENGINE = ReplacingMergeTree(nothing) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree ORDER BY nothing;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE b (k Int64) ENGINE = ReplacingMergeTree PARTITION BY rand() ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE b (k Int64, k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE b (k Int65) ENGINE = ReplacingMergeTree ORDER BY k;
-- error UNKNOWN_TYPE
CREATE TABLE b (k Int64) ENGINE = NoSuchEngine ORDER BY k;
-- error UNKNOWN_STORAGE
CREATE TABLE no_such_db.b (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
-- error UNKNOWN_DATABASE
CREATE TABLE b (k Int64 ENGINE = ReplacingMergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE b (k Int64, x Int64 DEFAULT nothing + 1) ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE b (k Int64, e Enum8('x' = 1, 'x' = 2)) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
SELECT count() FROM system.tables WHERE database = 'shop';
-- 0
