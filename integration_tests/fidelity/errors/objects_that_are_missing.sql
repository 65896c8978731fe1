-- Engines and objects that are not supported yet.

CREATE TABLE b (k Int64) ENGINE = Memory;
CREATE TABLE c (k Int64, n Int64) ENGINE = SummingMergeTree ORDER BY k;
CREATE TABLE f (k Int64) ENGINE = MergeTree ORDER BY k SAMPLE BY k;
-- error ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER
CREATE TABLE g (k Int64, d Dynamic) ENGINE = MergeTree ORDER BY k;
-- differs: the type is not supported yet, docs/types.md#not-supported-yet
-- error NOT_IMPLEMENTED
