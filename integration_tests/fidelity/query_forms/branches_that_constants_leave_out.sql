-- Of if and multiIf, what a constant condition leaves out may be wrong; it has a say in the type where it is not.

CREATE TABLE t (k Int64, x Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, NULL);

SELECT if(0, no_such, k) AS v, toTypeName(v) FROM t ORDER BY k;
-- error UNKNOWN_IDENTIFIER
-- differs: the alias of such a choice is known, docs/differences.md#answered-where-clickhouse-refuses
-- 1	Int64
-- 2	Int64
SELECT if(NULL, no_such, 300) FROM t;
-- 300
-- 300
SELECT multiIf(0, no_such, 1, k, no_such) FROM t ORDER BY k;
-- 1
-- 2
SELECT multiIf(1, 2, k, 300, arraySum([x])) FROM t;
-- 2
-- 2
SELECT multiIf(0, arraySum([x]), k, 300, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT if(toTypeName(k) = 'Int64', k + 1, arraySum(k)) FROM t ORDER BY k;
-- 2
-- 3
SELECT toTypeName(if(0, arraySum([x]), 1)), toTypeName(if(0, 300, 1)) FROM t LIMIT 1;
-- UInt8	UInt16
SELECT k FROM t WHERE if(0, no_such, k > 1);
-- 2
SELECT k FROM t ORDER BY if(0, no_such, -k);
-- 2
-- 1
SELECT if(0, (SELECT no_such FROM no_table), k) FROM t ORDER BY k;
-- 1
-- 2
SELECT if(0, no_such, sum(k)) FROM t;
-- 3
SELECT arrayMap(e -> if(0, no_such, e), [k]) FROM t ORDER BY k;
-- [1]
-- [2]
SELECT if(1, no_such, k) FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT if(k, no_such, k) FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT if(0, no_such, no_such_either) FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT if(1, k, toInt16(x)) FROM t GROUP BY k;
-- error NOT_AN_AGGREGATE
SELECT CASE 1 WHEN 1 THEN 2 ELSE no_such END FROM t;
-- error UNKNOWN_IDENTIFIER
