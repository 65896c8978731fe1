-- CoalescingMergeTree: the last value that is not NULL.

CREATE TABLE c (k Int8, a Nullable(Int8), s String, list Array(Int8), t Nullable(DateTime)) ENGINE = CoalescingMergeTree ORDER BY k;
INSERT INTO c VALUES (1, 1, 'a', [1], NULL), (1, NULL, '', [], '2024-01-01 00:00:00');
INSERT INTO c VALUES (2, NULL, 'b', [2], NULL), (1, 5, 'c', [3], NULL);
SELECT * FROM c FINAL ORDER BY k;
-- 1	5	c	[3]	2024-01-01 00:00:00
-- 2	\N	b	[2]	\N
SELECT k, a FROM c ORDER BY ALL;
-- 1	1
-- 1	5
-- 2	\N
SELECT k, a FROM c FINAL WHERE a = 5;
-- 1	5
INSERT INTO c (k) VALUES (1), (2), (3);
SELECT * FROM c FINAL ORDER BY k;
-- 1	5	''	[]	2024-01-01 00:00:00
-- 2	\N	''	[]	\N
-- 3	\N	''	[]	\N
OPTIMIZE TABLE c FINAL;
SELECT * FROM c ORDER BY k;
-- 1	5	''	[]	2024-01-01 00:00:00
-- 2	\N	''	[]	\N
-- 3	\N	''	[]	\N
CREATE TABLE listed (k Int8, a Nullable(Int8), b Nullable(Int8), s String) ENGINE = CoalescingMergeTree((a, s)) ORDER BY k;
SHOW CREATE TABLE listed;
-- CREATE TABLE shop.listed\n(\n    `k` Int8,\n    `a` Nullable(Int8),\n    `b` Nullable(Int8),\n    `s` String\n)\nENGINE = CoalescingMergeTree((a, s))\nORDER BY k\nSETTINGS index_granularity = 8192
INSERT INTO listed VALUES (1, 1, 1, 'x'), (1, NULL, 2, 'y'), (1, 3, NULL, 'z');
SELECT * FROM listed;
-- 1	3	1	z
INSERT INTO listed VALUES (1, NULL, 9, '');
SELECT * FROM listed FINAL;
-- 1	3	1	''
CREATE TABLE p (k Int8, p Int8, a Nullable(Int8)) ENGINE = CoalescingMergeTree ORDER BY k PARTITION BY p;
INSERT INTO p VALUES (1, 1, 1), (1, 2, 2), (1, 1, NULL);
SELECT * FROM p ORDER BY ALL;
-- 1	1	1
-- 1	2	2
SELECT * FROM p FINAL;
-- 1	1	2
CREATE TABLE wrong (k Int8, a Int8) ENGINE = CoalescingMergeTree(k) ORDER BY k;
-- error BAD_ARGUMENTS
