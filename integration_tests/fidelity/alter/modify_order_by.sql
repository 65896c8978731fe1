-- A sorting key that grows by a new column and shrinks again.

CREATE TABLE t (a Int64, v String) ENGINE = ReplacingMergeTree PRIMARY KEY a ORDER BY a;
INSERT INTO t VALUES (1, 'x');
ALTER TABLE t ADD COLUMN b Int64, MODIFY ORDER BY (a, b);
INSERT INTO t VALUES (1, 'y', 5), (1, 'z', 0);
SELECT * FROM t FINAL ORDER BY v;
-- 1	y	5
-- 1	z	0
ALTER TABLE t MODIFY ORDER BY (b, a);
-- error BAD_ARGUMENTS
SELECT sorting_key, primary_key FROM system.tables WHERE database = 'shop';
-- a, b	a
ALTER TABLE t MODIFY ORDER BY (a, no_such);
-- error UNKNOWN_IDENTIFIER
