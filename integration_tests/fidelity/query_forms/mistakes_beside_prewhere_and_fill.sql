-- What else is wrong with a query is told before its PREWHERE; WITH FILL and LowCardinality; constants compared.

CREATE TABLE t (k UInt8, g LowCardinality(String), lc LowCardinality(UInt16), d LowCardinality(Date)) ENGINE=MergeTree ORDER BY k SETTINGS allow_suspicious_low_cardinality_types=1;
CREATE TABLE t2 (k UInt8, g LowCardinality(String), arr Array(Int8), day Date, n LowCardinality(Nullable(String))) ENGINE=MergeTree ORDER BY k;
INSERT INTO t2 VALUES (1,'a',[1,2],'2024-01-01','x'),(2,'bb',[3],'2024-01-02',NULL);
SELECT count() FROM (SELECT 1 AS c) AS i RIGHT JOIN t USING (k) FULL JOIN t AS c ON 1=1 PREWHERE true;
-- error UNKNOWN_IDENTIFIER
SELECT count() FROM (SELECT 1 AS c) AS i JOIN t ON i.k2 = t.k PREWHERE true;
-- error UNKNOWN_IDENTIFIER
SELECT count() FROM (SELECT 1 AS c) AS i JOIN t ON nosuch(i.c) = t.k PREWHERE true;
-- error UNKNOWN_FUNCTION
-- differs: of two mistakes the other one is told, docs/differences.md#errors-and-answers
-- error ILLEGAL_PREWHERE
SELECT count() FROM t AS i JOIN t ON nosuch(i.c) = t.k PREWHERE t.k + i.k > 1;
-- error UNKNOWN_IDENTIFIER
SELECT count() FROM (SELECT 1 AS c) AS i JOIN nosuch ON i.k2 = t.k PREWHERE true;
-- error UNKNOWN_TABLE
SELECT count() FROM (SELECT 1 AS c) AS i CROSS JOIN (SELECT nosuch) AS j PREWHERE true;
-- error UNKNOWN_IDENTIFIER
SELECT nosuch FROM (SELECT 1 AS c) AS i CROSS JOIN (SELECT 2) AS j PREWHERE true;
-- error UNKNOWN_IDENTIFIER
SELECT c FROM (SELECT 1 AS c) AS i CROSS JOIN (SELECT 2) AS j PREWHERE nosuch;
-- error UNKNOWN_IDENTIFIER
SELECT c FROM (SELECT 1 AS c) AS i PREWHERE nosuch;
-- error UNKNOWN_IDENTIFIER
SELECT nosuch FROM (SELECT 1 AS c) AS i PREWHERE c;
-- error UNKNOWN_IDENTIFIER
SELECT c FROM (SELECT 1 AS c) AS i PREWHERE c ORDER BY nosuch;
-- error UNKNOWN_IDENTIFIER
SELECT c FROM (SELECT nosuch AS c) AS i PREWHERE c ORDER BY nosuch;
-- error UNKNOWN_IDENTIFIER
SELECT lc FROM t ORDER BY lc WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT d FROM t ORDER BY d WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT isConstant(1 = 2), isConstant('a' < 'b'), isConstant(toTypeName(k) = 'x'), if(toTypeName(k) = 'UInt8', k, 'a') FROM t;
-- (no rows)
SELECT toTypeName(length(g)), toTypeName(toUInt64(length(g))), toTypeName(toInt32(length(g))), toTypeName(length(g)+1), toTypeName(toDate(length(g))), toTypeName(length(n)) FROM t2 LIMIT 1;
-- LowCardinality(UInt64)	LowCardinality(UInt64)	LowCardinality(Int32)	LowCardinality(UInt64)	LowCardinality(Date)	LowCardinality(Nullable(UInt64))
SELECT toUInt64(length(g)) AS k2 FROM t2 GROUP BY k2 ORDER BY k2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT length(g) AS k2 FROM t2 ORDER BY k2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT length(g)+0 AS k2 FROM t2 ORDER BY k2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT length(n) AS k2 FROM t2 ORDER BY k2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT length(g) AS k2 FROM t2 ORDER BY k2 WITH FILL FROM 1;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT length(g) AS k2 FROM t2 ORDER BY k2 WITH FILL STEP 1;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT k2 FROM (SELECT toUInt64(length(g)) AS k2 FROM t2) GROUP BY k2 ORDER BY k2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT k2 AS r2 FROM (SELECT toUInt64(length(g)) AS k2 FROM (SELECT g FROM t2)) GROUP BY k2 ORDER BY r2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
SELECT k2 AS r2 FROM (SELECT toUInt64(length(gg)) AS k2 FROM (SELECT g AS gg, 1 AS x FROM t2 GROUP BY g)) GROUP BY k2 ORDER BY r2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
WITH c AS (SELECT [1] AS n1, g AS r2, 'a' AS settings FROM t2 ALL LEFT JOIN (SELECT 1 AS k2) AS z ON 1=1 GROUP BY g), d AS (SELECT toUInt64(length(r2)) AS k FROM c) SELECT k AS r2, toTypeName(k) FROM d GROUP BY k ORDER BY r2 WITH FILL;
-- error INVALID_WITH_FILL_EXPRESSION
WITH c AS (SELECT [1] AS n1, key0 AS r2, 'a' AS settings, a.g AS key0 FROM t2 b ALL LEFT JOIN (SELECT * FROM t2) AS a ON 1=1 GROUP BY 4) SELECT toTypeName(r2), toTypeName(key0), r2 FROM c ORDER BY r2;
-- LowCardinality(String)	LowCardinality(String)	a
-- LowCardinality(String)	LowCardinality(String)	bb
SELECT toTypeName(arrayJoin(arr)) = 'x' FROM t2 GROUP BY 1 WITH ROLLUP SETTINGS group_by_use_nulls = 1;
-- 0
-- 0
SELECT toTypeName(arr) = 'x' AS y FROM t2 GROUP BY y WITH ROLLUP SETTINGS group_by_use_nulls = 1;
-- 0
-- 0
SELECT toTypeName(arr) AS y, count() FROM t2 GROUP BY y WITH ROLLUP SETTINGS group_by_use_nulls = 1;
-- Array(Int8)	2
-- Array(Int8)	2
SELECT 1 = 2 AS y, count() FROM t2 GROUP BY y WITH ROLLUP SETTINGS group_by_use_nulls = 1;
-- 0	2
-- 0	2
SELECT 1 = 2 AS y, k, count(), toTypeName(y), toTypeName(k) FROM t2 GROUP BY y, k WITH CUBE ORDER BY ALL SETTINGS group_by_use_nulls = 1;
-- 0	1	1	Nullable(UInt8)	Nullable(UInt8)
-- 0	1	1	Nullable(UInt8)	Nullable(UInt8)
-- 0	2	1	Nullable(UInt8)	Nullable(UInt8)
-- 0	2	1	Nullable(UInt8)	Nullable(UInt8)
-- 0	\N	2	Nullable(UInt8)	Nullable(UInt8)
-- 0	\N	2	Nullable(UInt8)	Nullable(UInt8)
SELECT toTypeName(arrayJoin(arr)) = 'x', arrayJoin(arr) AS e, count() FROM t2 GROUP BY 1, 2 WITH ROLLUP ORDER BY ALL SETTINGS group_by_use_nulls = 1;
-- 0	1	1
-- 0	2	1
-- 0	3	1
-- 0	\N	3
-- 0	\N	3
SELECT toTypeName(arrayJoin(arr)) FROM t2;
-- Int8
-- Int8
-- Int8
SELECT ignore(arrayJoin(arr)) FROM t2 GROUP BY 1 WITH ROLLUP SETTINGS group_by_use_nulls = 1;
-- 0
-- \N
