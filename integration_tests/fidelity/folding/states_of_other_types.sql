-- No way leads into a column of states but states of its function.

CREATE TABLE src (k UInt8, u UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO src VALUES (1, 5), (2, 6), (2, 7);
CREATE TABLE t (k UInt8, n AggregateFunction(count), s AggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k;
INSERT INTO t SELECT k, countState(), sumState(u) FROM src GROUP BY k;
ALTER TABLE t MODIFY COLUMN n AggregateFunction(sum, UInt64);
-- error CANNOT_CONVERT_TYPE
CREATE TABLE bad (k UInt8, s AggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k AS SELECT k, u AS s FROM src;
-- error CANNOT_CONVERT_TYPE
CREATE TABLE good (k UInt8, s AggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k AS SELECT k, sumState(u) AS s FROM src GROUP BY k;
SELECT k, sumMerge(s) FROM good GROUP BY k ORDER BY k;
-- 1	5
-- 2	13
CREATE MATERIALIZED VIEW v TO t AS SELECT k, countState() AS n FROM src GROUP BY k;
INSERT INTO src VALUES (3, 1);
SELECT k, countMerge(n), sumMerge(s) FROM t GROUP BY k ORDER BY k;
-- 1	1	5
-- 2	2	13
-- 3	1	0
ALTER TABLE v MODIFY QUERY SELECT k, u AS n FROM src;
INSERT INTO src VALUES (9, 9);
-- error CANNOT_CONVERT_TYPE
SELECT k, countMerge(n) FROM t GROUP BY k ORDER BY k;
-- 1	1
-- 2	2
-- 3	1
