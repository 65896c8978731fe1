-- LowCardinality of small values wants a setting, which only new columns need.

CREATE TABLE t (k LowCardinality(UInt32)) ENGINE = MergeTree ORDER BY k;
-- error SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY
CREATE TABLE t (k UInt8, x Array(LowCardinality(Date))) ENGINE = MergeTree ORDER BY k;
-- error SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY
CREATE TABLE t (k UInt8, x LowCardinality(Decimal(10, 2))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SET allow_suspicious_low_cardinality_types = 1;
CREATE TABLE t (k LowCardinality(UInt32), d LowCardinality(Date), dt LowCardinality(DateTime('UTC')), n LowCardinality(Nullable(Int64)), f LowCardinality(Float64), u LowCardinality(UUID)) ENGINE = ReplacingMergeTree ORDER BY k;
SET allow_suspicious_low_cardinality_types = 0;
INSERT INTO t VALUES (1, '2020-01-01', '2020-01-01 10:00:00', NULL, 1.5, '61f0c404-5cb3-11e7-907b-a6006ad3dba0'), (2, '2021-01-01', '2020-01-01 10:00:00', 7, 2.5, '00000000-0000-0000-0000-000000000000');
INSERT INTO t VALUES (1, '2022-01-01', '2020-01-01 10:00:00', 8, 1.5, '61f0c404-5cb3-11e7-907b-a6006ad3dba0');
SELECT k, d, n, f, u FROM t FINAL ORDER BY k;
-- 1	2022-01-01	8	1.5	61f0c404-5cb3-11e7-907b-a6006ad3dba0
-- 2	2021-01-01	7	2.5	00000000-0000-0000-0000-000000000000
SELECT d, count() FROM t GROUP BY d ORDER BY d;
-- 2020-01-01	1
-- 2021-01-01	1
-- 2022-01-01	1
ALTER TABLE t ADD COLUMN z Int32 DEFAULT 5;
ALTER TABLE t MODIFY COLUMN z LowCardinality(Int32);
-- error SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY
ALTER TABLE t ADD COLUMN y LowCardinality(Int32);
-- error SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY
OPTIMIZE TABLE t FINAL;
SELECT k, d, n, z FROM t ORDER BY k;
-- 1	2022-01-01	8	5
-- 2	2021-01-01	7	5
CREATE TABLE u (k UInt32, v LowCardinality(UInt32)) ENGINE = ReplacingMergeTree(v) ORDER BY k SETTINGS allow_suspicious_low_cardinality_types = 1;
INSERT INTO u VALUES (1, 2), (1, 3), (1, 1);
SELECT * FROM u FINAL;
-- 1	3
CREATE TABLE w (k UInt32, v UInt32, d LowCardinality(UInt8)) ENGINE = ReplacingMergeTree(v, d) ORDER BY k SETTINGS allow_suspicious_low_cardinality_types = 1;
-- error BAD_TYPE_OF_FIELD
