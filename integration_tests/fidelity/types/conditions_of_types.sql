-- What is taken for a condition: clauses take numbers, functions name their argument.

CREATE TABLE t (k Int64, e Enum8('a' = 1), s String, d Date, dec Decimal(9, 2), f Float64, at DateTime, u UInt256) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 'x', '2024-01-01', 1.5, 0.5, 1, 1);
SELECT multiIf(k > 3, 1, e, 1, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT multiIf(k > 3, 1, dec, 1, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE f;
-- 1
SELECT count() FROM t WHERE dec;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT count() FROM t WHERE u;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT count() FROM t WHERE s;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT count() FROM t PREWHERE dec;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT k FROM t GROUP BY k HAVING sum(dec);
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
SELECT count() FROM t AS a JOIN t AS b ON a.k = b.k AND a.dec;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t AS a JOIN t AS b ON a.k = b.k AND a.s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayFilter(x -> dec, [1]) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayExists(x -> s, [1]) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT xor([1], 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toInt8(xor(k, 0)), toInt8(NOT k), toInt8(k AND f) FROM t;
-- 1	0	1
