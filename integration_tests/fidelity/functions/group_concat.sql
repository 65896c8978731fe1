-- What groupConcat takes: a separator that is a constant text, and how many values.

CREATE TABLE t (k UInt8, s Nullable(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, NULL), (3, 'c');

SELECT groupConcat(s), groupConcat(k), groupConcat('-')(k), groupConcat('-', 2)(k), groupConcat(k, '+') FROM t;
-- ac	123	1-2-3	1-2	1+2+3
SELECT groupConcat('-')(k, '+') FROM t;
-- 1+2+3
SELECT groupConcat('-', 2)(k, '+') FROM t;
-- 1+2
SELECT groupConcat('-', k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT groupConcat(k, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT groupConcat(1)(k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT groupConcat('-', '2')(k) FROM t;
-- error BAD_ARGUMENTS
SELECT groupConcat('-', 0)(k) FROM t;
-- error BAD_ARGUMENTS
SELECT groupConcat('-', -1)(k) FROM t;
-- error BAD_ARGUMENTS
SELECT groupConcat('-', 1, 1)(k) FROM t;
-- error TOO_MANY_ARGUMENTS_FOR_FUNCTION
