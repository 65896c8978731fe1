-- A function nobody has.
SELECT no_such_function(1);
-- error UNKNOWN_FUNCTION
CREATE TABLE t (k Int32, s String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t SELECT no_such_function(1), 'a';
-- error UNKNOWN_FUNCTION
INSERT INTO t SELECT lenght('a'), 'a';
-- error UNKNOWN_FUNCTION
CREATE TABLE u ENGINE = MergeTree ORDER BY x AS SELECT toInt3(1) AS x;
-- error UNKNOWN_FUNCTION
CREATE VIEW v AS SELECT no_such_function(1);
-- error UNKNOWN_FUNCTION
SELECT * FROM no_such_function(1);
-- error UNKNOWN_FUNCTION
SELECT * FROM remot('localhost', 'system', 'one');
-- error UNKNOWN_FUNCTION
