-- FINAL of a table that never had a row, and of one that has none any more.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
SELECT * FROM t FINAL;
-- (no rows)
SELECT count() FROM t FINAL;
-- 0
SELECT v, count() FROM t FINAL GROUP BY v;
-- (no rows)
INSERT INTO t VALUES (1, 'a');
TRUNCATE TABLE t;
SELECT * FROM t FINAL;
-- (no rows)
INSERT INTO t VALUES (2, 'b');
SELECT * FROM t FINAL;
-- 2	b
