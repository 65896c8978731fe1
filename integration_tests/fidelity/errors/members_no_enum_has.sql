-- CASE and transform refuse what an Enum has not; comparisons take it for unequal.

CREATE TABLE t (k Int64, e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
SELECT count() FROM t WHERE e = 'zzz';
-- 0
SELECT CASE e WHEN 'zzz' THEN 1 ELSE 0 END FROM t;
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT k, CASE e WHEN 'b' THEN 1 ELSE 0 END FROM t ORDER BY k;
-- 1	0
-- 2	1
SELECT k, CASE toString(e) WHEN 'zzz' THEN 1 ELSE 0 END FROM t ORDER BY k;
-- 1	0
-- 2	0
SELECT transform(e, ['a', 'b'], ['b', 'a']) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, transform(e, ['a', 'b'], ['b', 'a'], 'c') FROM t ORDER BY k;
-- 1	b
-- 2	a

-- An alias means its aggregate wherever the name stands, in another aggregate too.

SELECT max(k) AS k, min(k) FROM t;
-- error ILLEGAL_AGGREGATION
SELECT min(k) AS m, max(k) AS k FROM t;
-- error ILLEGAL_AGGREGATION
SELECT max(k) AS k FROM t;
-- 2
SELECT max(k) AS m, min(k) AS n FROM t;
-- 2	1
