-- An Enum is read as its name, and sorted as a text.

CREATE TABLE t (e Enum8('b' = 1, 'a' = 2)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO t VALUES ('a'), ('b');
SELECT e FROM t ORDER BY e;
-- b
-- a
-- differs: an Enum is sorted by name, docs/types.md#what-differs-from-clickhouse
-- a
-- b
