-- LowCardinality changes nothing but the storage.

CREATE TABLE t (k UInt8, s LowCardinality(String), n LowCardinality(Nullable(String))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 'x'), (2, 'a', NULL), (3, 'b', '');
SELECT s, count() FROM t GROUP BY s ORDER BY s;
-- a	2
-- b	1
SELECT k, n FROM t ORDER BY k;
-- 1	x
-- 2	\N
-- 3	''
CREATE TABLE bad (k UInt8, n LowCardinality(UInt32)) ENGINE = MergeTree ORDER BY k;
-- error SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY
