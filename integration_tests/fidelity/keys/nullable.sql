-- Nullable keys need a setting; NULLs are equal to each other.

CREATE TABLE t (k Nullable(Int64), v String) ENGINE = ReplacingMergeTree ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE t (k Nullable(Int64), v String) ENGINE = ReplacingMergeTree ORDER BY k
SETTINGS allow_nullable_key = 1;
INSERT INTO t VALUES (NULL, 'a'), (1, 'b');
INSERT INTO t VALUES (NULL, 'c'), (2, 'd');
SELECT * FROM t FINAL ORDER BY v;
-- 1	b
-- \N	c
-- 2	d
SELECT count() FROM t FINAL WHERE k IS NULL;
-- 1
