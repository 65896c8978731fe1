-- Forms, frames and arguments that ClickHouse refuses.

CREATE TABLE t (k Int64, a Array(Int64), dec Decimal(10, 2), s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1], 1.5, 'abc');
INSERT INTO t VALUES (2, [], 2.5, 'de');

SELECT k FROM t ORDER BY k LIMIT 1 BY k OFFSET 1;
-- error SYNTAX_ERROR
SELECT k FROM t ORDER BY k LIMIT 1 OFFSET 1 BY k OFFSET 1;
-- error SYNTAX_ERROR
SELECT k FROM t ORDER BY k LIMIT 1 BY k LIMIT 2 OFFSET 1;
-- 2
SELECT arrayMap(x -> x + count(), a), k FROM t GROUP BY ALL;
-- error ILLEGAL_AGGREGATION
SELECT arrayMap(x -> x + 1, a), count() FROM t GROUP BY ALL;
-- [2]	1
-- []	1
SELECT count() OVER (ORDER BY dec RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t;
-- error NOT_IMPLEMENTED
SELECT k, count() OVER (ORDER BY dec RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t ORDER BY k;
-- 1	1
-- 2	2
SELECT substring(s, 0) FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT substringUTF8(s, 0, 1) FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT k, substring(s, k - 1) FROM t ORDER BY k;
-- 1	''
-- 2	de
SELECT intDiv(toInt8(100), 0.5) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(toUInt8(k + 126), 1.0) FROM t;
-- error ILLEGAL_DIVISION
SELECT intDiv(toInt8(k), 0.5) FROM t ORDER BY k;
-- 2
-- 4
SELECT toString(tuple()), toString([tuple()]) FROM t WHERE k = 1;
-- ()	[()]
