-- Tables that are not there, and other forms of the statements.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
DETACH TABLE nothing_here;
-- error UNKNOWN_TABLE
DETACH TABLE no_such_database.t;
-- error UNKNOWN_DATABASE
DETACH TABLE IF EXISTS nothing_here;
DETACH TABLE IF EXISTS no_such_database.t;
ATTACH TABLE nothing_here;
-- error CANNOT_GET_CREATE_TABLE_QUERY
ATTACH TABLE IF NOT EXISTS nothing_here;
-- error CANNOT_GET_CREATE_TABLE_QUERY
ATTACH TABLE no_such_database.t;
-- error UNKNOWN_DATABASE
ATTACH TABLE u (k Int64) ENGINE = MergeTree ORDER BY k;
-- error INCORRECT_QUERY
DETACH TABLE t, u;
-- error SYNTAX_ERROR
DETACH TABLE t IF EXISTS;
-- error SYNTAX_ERROR
ATTACH TABLE t SYNC;
-- error SYNTAX_ERROR
CREATE VIEW a_view AS SELECT 1 AS x;
ATTACH TABLE a_view;
-- error TABLE_ALREADY_EXISTS
EXISTS TABLE t;
-- 1
