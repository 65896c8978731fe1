-- A tuple is looked for in a query of as many columns.

CREATE TABLE t (k UInt32, s String, d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', '2024-01-02'), (2, 'b', '2024-01-03');
SELECT (k, s) IN (SELECT k FROM t) FROM t;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
SELECT (k, s) IN (SELECT d FROM t) FROM t;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
SELECT k IN (SELECT k, s FROM t) FROM t;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
SELECT (k, s) IN (SELECT k, s, d FROM t) FROM t;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
SELECT (k, s) IN (SELECT (k, s) FROM t), (k, s) IN (SELECT k, s FROM t) FROM t ORDER BY k;
-- 1	1
-- 1	1
