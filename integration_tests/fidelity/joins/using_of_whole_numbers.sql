-- USING of whole numbers without a common type.

SELECT * FROM (SELECT toInt8(5) AS k FROM numbers(1)) AS l JOIN (SELECT toUInt64(5) AS k, 1 AS z FROM numbers(1)) AS r USING k;
-- 5	1
SELECT toTypeName(k), toTypeName(l.k) FROM (SELECT toInt8(5) AS k FROM numbers(1)) AS l JOIN (SELECT toUInt64(5) AS k, 1 AS z FROM numbers(1)) AS r USING k;
-- Int8	Int8
SELECT toTypeName(k), toTypeName(l.k) FROM (SELECT toInt8(5) AS k FROM numbers(1)) AS l JOIN (SELECT toInt32(5) AS k, 1 AS z FROM numbers(1)) AS r USING k;
-- Int32	Int32
SELECT k FROM (SELECT toInt8(-5) AS k FROM numbers(1)) AS l LEFT JOIN (SELECT toUInt64(18446744073709551611) AS k, 1 AS z FROM numbers(1)) AS r USING k WHERE z = 1;
-- error NO_COMMON_TYPE
