-- SummingMergeTree with a list of columns.

CREATE TABLE s (k Int8, p UInt8, a Int8, b Int64, w String) ENGINE = SummingMergeTree((a, w)) ORDER BY k PARTITION BY p;
SHOW CREATE TABLE s;
-- CREATE TABLE shop.s\n(\n    `k` Int8,\n    `p` UInt8,\n    `a` Int8,\n    `b` Int64,\n    `w` String\n)\nENGINE = SummingMergeTree((a, w))\nPARTITION BY p\nORDER BY k\nSETTINGS index_granularity = 8192
INSERT INTO s VALUES (1, 0, 1, 10, 'x'), (1, 0, 2, 20, 'y'), (1, 1, 3, 30, 'z'), (2, 0, 0, 5, 'q');
SELECT * FROM s ORDER BY ALL;
-- 1	0	3	10	x
-- 1	1	3	30	z
SELECT * FROM s FINAL ORDER BY ALL;
-- 1	0	6	10	x
SELECT * FROM s FINAL ORDER BY ALL SETTINGS do_not_merge_across_partitions_select_final = 1;
-- 1	0	3	10	x
-- 1	1	3	30	z
ALTER TABLE s DROP COLUMN a;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE s RENAME COLUMN w TO v;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE s MODIFY COLUMN a Int16;
INSERT INTO s VALUES (1, 0, 300, 1, 'n');
SELECT * FROM s FINAL ORDER BY ALL;
-- 1	0	306	10	x
ALTER TABLE s DROP COLUMN b;
ALTER TABLE s ADD COLUMN c Int8, RENAME COLUMN p TO p2;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
CREATE TABLE one (k Int8, a Int8, b Int8) ENGINE = SummingMergeTree(a) ORDER BY k;
SHOW CREATE TABLE one;
-- CREATE TABLE shop.one\n(\n    `k` Int8,\n    `a` Int8,\n    `b` Int8\n)\nENGINE = SummingMergeTree(a)\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE none (k Int8, a Int8) ENGINE = SummingMergeTree(()) ORDER BY k;
SHOW CREATE TABLE none;
-- CREATE TABLE shop.none\n(\n    `k` Int8,\n    `a` Int8\n)\nENGINE = SummingMergeTree(tuple())\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE wrong (k Int8, a Int8, b Int8) ENGINE = SummingMergeTree(a, b) ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE wrong (k Int8, a Int8) ENGINE = SummingMergeTree(k) ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE wrong (k Int8, p Int8, a Int8) ENGINE = SummingMergeTree(p) ORDER BY k PARTITION BY p;
-- error BAD_ARGUMENTS
CREATE TABLE wrong (k Int8, a Int8) ENGINE = SummingMergeTree(nothing) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE wrong (k Int8, a Int8) ENGINE = SummingMergeTree('a') ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE wrong (k Int8, a Int8 ALIAS k) ENGINE = SummingMergeTree(a) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE all_rows (k Int8, a Int8) ENGINE = SummingMergeTree ORDER BY tuple();
INSERT INTO all_rows VALUES (1, 1), (1, 2);
INSERT INTO all_rows VALUES (1, 3);
SELECT * FROM all_rows FINAL ORDER BY ALL;
-- 1	1
-- 1	2
-- 1	3
CREATE TABLE pk (k Int8, l Int8, v Int8) ENGINE = SummingMergeTree PRIMARY KEY k ORDER BY (k, l);
INSERT INTO pk VALUES (1, 1, 1), (1, 2, 2), (1, 1, 3);
SELECT * FROM pk ORDER BY ALL;
-- 1	1	4
-- 1	2	2
OPTIMIZE TABLE pk FINAL CLEANUP;
-- error CANNOT_ASSIGN_OPTIMIZE
CREATE TABLE fk (k Int32, v Int8) ENGINE = SummingMergeTree ORDER BY intDiv(k, 10);
INSERT INTO fk VALUES (1, 1), (5, 2), (11, 3);
SELECT * FROM fk ORDER BY ALL;
-- 1	3
-- 11	3
