-- A column that stops to be Nullable has its default in the place of NULL.

CREATE TABLE al (id UInt32, n Nullable(Int32) DEFAULT 7, m Nullable(String)) ENGINE = MergeTree ORDER BY id;
INSERT INTO al VALUES (1, NULL, NULL), (2, 5, 'x');
ALTER TABLE al MODIFY COLUMN n Int64;
SELECT * FROM al ORDER BY id;
-- 1	7	\N
-- 2	5	x
SHOW CREATE TABLE al;
-- CREATE TABLE shop.al\n(\n    `id` UInt32,\n    `n` Int64 DEFAULT 7,\n    `m` Nullable(String)\n)\nENGINE = MergeTree\nORDER BY id\nSETTINGS index_granularity = 8192
ALTER TABLE al MODIFY COLUMN m String;
-- error BAD_ARGUMENTS
ALTER TABLE al MODIFY COLUMN m String DEFAULT 'd';
SELECT * FROM al ORDER BY id;
-- 1	7	d
-- 2	5	x
