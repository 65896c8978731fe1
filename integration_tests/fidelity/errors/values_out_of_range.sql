-- A value that does not fit its column is refused here, and wraps around in ClickHouse.

CREATE TABLE t (k UInt8, n Int16) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (256, 1);
-- differs: nothing is lost silently, docs/types.md#ranges-and-defaults
-- error VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
INSERT INTO t (k, n) SELECT 1, 40000;
-- differs: nothing is lost silently, docs/types.md#ranges-and-defaults
-- error VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
