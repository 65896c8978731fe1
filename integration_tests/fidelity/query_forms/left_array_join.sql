-- LEFT ARRAY JOIN keeps a row whose array is empty, with the type's default.

CREATE TABLE t (k Int64, tags Array(String), n Array(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['a', 'b'], [1, 2]), (2, [], []), (3, ['c'], [3]);
SELECT k, tag FROM t FINAL LEFT ARRAY JOIN tags AS tag ORDER BY k, tag;
-- 1	a
-- 1	b
-- 2	''
-- 3	c
SELECT k, tags FROM t LEFT ARRAY JOIN tags ORDER BY k, tags;
-- 1	a
-- 1	b
-- 2	''
-- 3	c
SELECT k, tag, x FROM t LEFT ARRAY JOIN tags AS tag, n AS x ORDER BY k, tag;
-- 1	a	1
-- 1	b	2
-- 2	''	0
-- 3	c	3
SELECT k, tag, number FROM t FINAL LEFT ARRAY JOIN tags AS tag, arrayEnumerate(tags) AS number ORDER BY k, number;
-- 1	a	1
-- 1	b	2
-- 2	''	0
-- 3	c	1
