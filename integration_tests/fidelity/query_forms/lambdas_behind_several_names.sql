-- A lambda may be known by an alias of an alias, also one that is given where it is an argument.

CREATE TABLE t (k UInt32, a Array(UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, 2]), (2, []);

WITH x -> x * 2 AS twice, twice AS again, again AS once_more SELECT twice(k), once_more(k), arrayMap(once_more, a) FROM t ORDER BY k;
-- 2	2	[2,4]
-- 4	4	[]
WITH x -> toString(x) AS text SELECT arrayMap(text AS word, a), arrayMap(word, [k]) FROM t ORDER BY k;
-- ['1','2']	['1']
-- []	['2']
SELECT arrayMap((e -> e + 100) AS large, a), large(k) FROM t ORDER BY k;
-- [101,102]	101
-- []	102
WITH one AS two, two AS one SELECT one(k) FROM t;
-- error UNKNOWN_FUNCTION
