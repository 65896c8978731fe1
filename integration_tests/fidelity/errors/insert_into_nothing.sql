-- An INSERT into a table that is nowhere says so, however its rows are written.

INSERT INTO no_such_table VALUES (1, [1]);
-- error UNKNOWN_TABLE
INSERT INTO no_such_table (a) VALUES (1, {'a': 1});
-- error UNKNOWN_TABLE
INSERT INTO no_such_table FORMAT Values (1, [1]);
-- error UNKNOWN_TABLE
