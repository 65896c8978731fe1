-- Functions of several tuples, groups of patterns, numbers of arguments that are refused.

CREATE TABLE t (k Int64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '100-200'), (2, ''), (3, 'a-7');
SELECT k, toString(tuplePlus((k, 2), (2, 3), (3, 4))), toString(tupleMinus((10, 10), (3, 4), (2, k))), toString(tupleModulo((10, 20), (7, 9), (3, 5))) FROM t ORDER BY k;
-- 1	(6,9)	(5,5)	(0,2)
-- 2	(7,9)	(5,4)	(0,2)
-- 3	(8,9)	(5,3)	(0,2)
SELECT tuplePlus((1, 2), (2, 3), (3, 4, 5)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, regexpExtract(s, '(\\d+)-(\\d+)', 2), regexpExtract(s, '\\d+'), regexpExtract(s, '(\\w)-(\\d)') FROM t ORDER BY k;
-- 1	200	100	0
-- 2	''	''	''
-- 3	''	7	a
SELECT regexpExtract(s, '\\d+', 1) FROM t;
-- error INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE
SELECT caseWithExpression(k, 1, 2) FROM t;
-- error BAD_ARGUMENTS
SELECT mapFilter(map('a', 1)) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT hop(toDateTime('2024-01-01 00:00:00'), INTERVAL 1 DAY, INTERVAL 1 DAY, toInt32(-3)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toUnixTimestamp64Micro(toDateTime64('2020-01-01 00:00:00', 6, 'UTC') + toIntervalNanosecond(2000)) FROM t LIMIT 1;
-- 1577836800000002
SELECT hasAllTokens(s, 'a', 'ngrams(3)') FROM t ORDER BY k;
-- 0
-- 0
-- 0
-- differs: tokens are the words of letters and digits, docs/differences.md#functions
-- error NOT_IMPLEMENTED
SELECT cutURLParameter('http://x.com/?a=b&c=d', ['a']) FROM t LIMIT 1;
-- http://x.com/?c=d
-- differs: one parameter at a time, docs/differences.md#functions
-- error NOT_IMPLEMENTED
