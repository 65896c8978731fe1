-- What is no condition, where a function or a clause wants one.

CREATE TABLE t (k UInt32, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a');

SELECT if((1, 'a'), k, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT if('1', k, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT if(v, k, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT [1] ? k : 2 FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT CASE WHEN [k] THEN 2 ELSE 0 END FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT multiIf(k = 1, 1, (k, 1), 2, 3) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k FROM t WHERE v;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
