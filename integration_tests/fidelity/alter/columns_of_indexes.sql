-- A column of an index takes the types that the index is for.

CREATE TABLE t (k UInt64, v String, n UInt32, INDEX j v TYPE ngrambf_v1(3, 256, 2, 0), INDEX b n TYPE bloom_filter) ENGINE = MergeTree ORDER BY k;
ALTER TABLE t MODIFY COLUMN v UInt64;
-- error BAD_ARGUMENTS
ALTER TABLE t MODIFY COLUMN v LowCardinality(String);
ALTER TABLE t MODIFY COLUMN n Float64;
ALTER TABLE t MODIFY COLUMN v UInt64, DROP INDEX j;
SELECT name, type FROM system.columns WHERE database = 'shop' AND table = 't' ORDER BY position;
-- k	UInt64
-- v	UInt64
-- n	Float64
