-- nonNegativeDerivative: how much more a value is than in the row before, for a span of time.

CREATE TABLE t (k Int64, x Float64, n Nullable(Int32), ts DateTime, t64 DateTime64(3), d Date) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, if(number = 4, 0, number * 1.5 + 3.25), number, toDateTime('2024-01-01 00:00:00') + number * number, toDateTime64('2024-01-01 00:00:00', 3) + number * 0.5, toDate('2024-01-01') + number FROM numbers(6);
INSERT INTO t SELECT 6, 20.5, 1, max(ts), max(t64), max(d) FROM t;
SELECT k, toString(nonNegativeDerivative(x, ts) OVER (ORDER BY k)) FROM t ORDER BY k;
-- 0	0
-- 1	1.5
-- 2	0.5
-- 3	0.3
-- 4	0
-- 5	1.1944444444444444
-- 6	0
SELECT k, toString(nonNegativeDerivative(x, ts, INTERVAL 3 SECOND) OVER (ORDER BY k)) FROM t ORDER BY k;
-- 0	0
-- 1	4.5
-- 2	1.5
-- 3	0.8999999999999999
-- 4	0
-- 5	3.583333333333333
-- 6	0
SELECT k, toString(nonNegativeDerivative(x, t64, INTERVAL 1 MINUTE) OVER (PARTITION BY k % 2 ORDER BY k)) FROM t ORDER BY k;
-- 0	0
-- 1	0
-- 2	180
-- 3	180
-- 4	0
-- 5	180
-- 6	0
SELECT k, toString(nonNegativeDerivative(k, ts) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)) FROM t ORDER BY k;
-- 0	0
-- 1	1
-- 2	0.3333333333333333
-- 3	0.2
-- 4	0.14285714285714285
-- 5	0.1111111111111111
-- 6	0
SELECT toTypeName(nonNegativeDerivative(k, ts) OVER (ORDER BY k)) FROM t LIMIT 1;
-- Float64
SELECT nonNegativeDerivative(x, ts, INTERVAL 1 MONTH) OVER (ORDER BY k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT nonNegativeDerivative(x, d) OVER (ORDER BY k) FROM t;
-- error BAD_ARGUMENTS
SELECT nonNegativeDerivative(x) OVER (ORDER BY k) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT nonNegativeDerivative('a', ts) OVER (ORDER BY k) FROM t;
-- error BAD_ARGUMENTS
