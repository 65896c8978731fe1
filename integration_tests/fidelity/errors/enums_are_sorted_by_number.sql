-- An Enum is read as its name, and sorted by its number.

CREATE TABLE t (e Enum8('b' = 1, 'a' = 2)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO t VALUES ('a'), ('b');
SELECT e FROM t ORDER BY e;
-- b
-- a
