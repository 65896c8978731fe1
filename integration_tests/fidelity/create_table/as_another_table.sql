-- CREATE TABLE … AS another table copies its columns and clauses, not its rows.

CREATE TABLE t (k Int64, v String DEFAULT 'd', ver UInt32) ENGINE = ReplacingMergeTree(ver) PARTITION BY k % 2 ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1);
CREATE TABLE u AS t;
CREATE TABLE m AS t ENGINE = MergeTree ORDER BY v;
SELECT count() FROM u FINAL;
-- 0
INSERT INTO u (k) VALUES (5);
SELECT * FROM u;
-- 5	d	0
