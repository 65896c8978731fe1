-- Values of several types are equal where their types are, too.

CREATE TABLE t (k Int16, b UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, 2);

SELECT toString(v), toTypeName(v) FROM (SELECT b AS v FROM t UNION DISTINCT SELECT k FROM t UNION DISTINCT SELECT b FROM t) ORDER BY ALL;
-- 1	Variant(Int16, UInt64)
-- 1	Variant(Int16, UInt64)
-- 2	Variant(Int16, UInt64)
-- 2	Variant(Int16, UInt64)
SELECT v FROM (SELECT b AS v FROM t INTERSECT SELECT k FROM t);
-- (no rows)
SELECT toString(v) FROM (SELECT b AS v FROM t EXCEPT SELECT k FROM t) ORDER BY ALL;
-- 1
-- 2
SELECT toString(v) FROM (SELECT b AS v FROM t EXCEPT SELECT toUInt64(k) FROM t) ORDER BY ALL;
-- (no rows)
SELECT toTypeName(mod(v, 5)), toTypeName(v + 1) FROM (SELECT b AS v FROM t UNION ALL SELECT k FROM t);
-- Variant(Int16, UInt8)	Variant(Int32, UInt64)
-- Variant(Int16, UInt8)	Variant(Int32, UInt64)
-- Variant(Int16, UInt8)	Variant(Int32, UInt64)
-- Variant(Int16, UInt8)	Variant(Int32, UInt64)
SELECT sum(mod(v, 5)) FROM (SELECT b AS v FROM t UNION ALL SELECT k FROM t);
-- error ILLEGAL_TYPE_OF_ARGUMENT
