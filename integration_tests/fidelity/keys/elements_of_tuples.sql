-- Elements of tuples in keys, by name; Nullable values inside of columns of keys.

CREATE TABLE t (k Tuple(x Nullable(Int32), y String), v Int32) ENGINE = ReplacingMergeTree ORDER BY k.y;
INSERT INTO t VALUES ((1, 'a'), 1), ((2, 'b'), 2);
INSERT INTO t VALUES ((3, 'a'), 3), ((NULL, 'c'), 4);
SELECT k.x, k.y, v FROM t FINAL ORDER BY k.y;
-- 3	a	3
-- 2	b	2
-- \N	c	4
OPTIMIZE TABLE t FINAL;
SELECT k.x, v FROM t WHERE k.y = 'a';
-- 3	3
SELECT sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 't';
-- k.y	k.y
CREATE TABLE u (k Tuple(x Int32, y String), v Int32) ENGINE = MergeTree PARTITION BY k.x ORDER BY (k.x, v);
INSERT INTO u VALUES ((2, 'a'), 1), ((1, 'b'), 2);
SELECT k.x, k.y, v FROM u ORDER BY v;
-- 2	a	1
-- 1	b	2
ALTER TABLE u DROP COLUMN k;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE u UPDATE k = (1, 'x') WHERE 1;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE u ADD COLUMN w Int32, MODIFY ORDER BY (k.x, v, w);
SELECT sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'u';
-- k.x, v, w	k.x, v
CREATE TABLE n (k Tuple(x Nullable(Int32), y String)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE n (k Tuple(x Nullable(Int32), y String)) ENGINE = MergeTree ORDER BY k.x;
-- error ILLEGAL_COLUMN
CREATE TABLE n (k Array(Array(Nullable(Int32)))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE n (k Array(LowCardinality(Nullable(String)))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE n (k Array(Nullable(Int32)), v Int32) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS allow_nullable_key = 1;
INSERT INTO n VALUES ([NULL], 1), ([0], 2);
INSERT INTO n VALUES ([NULL], 3), ([], 4);
SELECT v FROM n FINAL ORDER BY v;
-- 2
-- 3
-- 4
