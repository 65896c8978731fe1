-- An aggregate over no rows is NULL in a statement that is Spark's, as in SQL.

CREATE TABLE t (k UInt32, n Int32) ENGINE = ReplacingMergeTree ORDER BY k;
SELECT sum(n) FROM t;
-- 0
-- differs: an aggregate over no rows is NULL, docs/sql.md#where-the-answers-differ-from-clickhouse
-- \N
SELECT max(n), min(n) FROM t FINAL;
-- 0	0
SELECT argMax(k, n) FROM t;
-- 0
SELECT count(), uniqExact(n) FROM t;
-- 0	0
