-- INSERTs that are wrong, and change nothing.

CREATE TABLE t (k Int64, v String, e Enum8('a' = 1), u UUID) ENGINE = MergeTree ORDER BY k;
INSERT INTO t (k, nothing) VALUES (1, 2);
-- error NO_SUCH_COLUMN_IN_TABLE
INSERT INTO t (k, k) VALUES (1, 2);
-- error DUPLICATE_COLUMN
INSERT INTO t (k, e) VALUES (1, 'b');
-- error UNKNOWN_ELEMENT_OF_ENUM
INSERT INTO t (k, u) VALUES (1, 'no uuid');
-- error CANNOT_PARSE_UUID
INSERT INTO t (k) VALUES ('word');
-- error CANNOT_PARSE_TEXT
INSERT INTO t (k) SELECT 'word';
-- error CANNOT_PARSE_TEXT
INSERT INTO t SELECT 1;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
INSERT INTO t (k) SELECT 1, 2;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
INSERT INTO t (k) VALUES (1, 2);
-- error SYNTAX_ERROR
INSERT INTO t (k, v) VALUES (1);
-- error SYNTAX_ERROR
SELECT count() FROM t;
-- 0
