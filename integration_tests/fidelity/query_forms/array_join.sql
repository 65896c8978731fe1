-- ARRAY JOIN makes a row of each element.

CREATE TABLE t (k Int64, tags Array(String), n Array(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['old'], [0]), (2, [], []);
INSERT INTO t VALUES (1, ['a', 'b'], [1, 2]);

SELECT k, tag FROM t FINAL ARRAY JOIN tags AS tag ORDER BY k, tag;
-- 1	a
-- 1	b
SELECT k, tags, n FROM t FINAL ARRAY JOIN tags, n ORDER BY n;
-- 1	a	1
-- 1	b	2
SELECT tag, count() FROM t ARRAY JOIN tags AS tag GROUP BY tag ORDER BY tag;
-- a	1
-- b	1
-- old	1
SELECT k, i FROM t FINAL ARRAY JOIN [10, 20] AS i ORDER BY k, i;
-- 1	10
-- 1	20
-- 2	10
-- 2	20
SELECT sum(x) FROM t FINAL ARRAY JOIN n AS x WHERE x > 1;
-- 2
SELECT k, tag FROM t FINAL ARRAY JOIN tags AS tag WHERE tag = 'b';
-- 1	b
