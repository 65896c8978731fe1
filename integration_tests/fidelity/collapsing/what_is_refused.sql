-- Arguments of the engines, and types of their columns.

CREATE TABLE a (k Int8, s Int8) ENGINE = CollapsingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE a (k Int8, s Int8) ENGINE = CollapsingMergeTree(s, k) ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE a (k Int8, s Int8) ENGINE = CollapsingMergeTree(x) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE a (k Int8, s UInt8) ENGINE = CollapsingMergeTree(s) ORDER BY k;
-- error BAD_TYPE_OF_FIELD
CREATE TABLE a (k Int8, s Nullable(Int8)) ENGINE = CollapsingMergeTree(s) ORDER BY k;
-- error BAD_TYPE_OF_FIELD
CREATE TABLE a (k Int8, s Int8) ENGINE = CollapsingMergeTree(s + 1) ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE a (k Int8, s Int8, v UInt8) ENGINE = VersionedCollapsingMergeTree(s) ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE a (k Int8, s Int8, v UInt8) ENGINE = VersionedCollapsingMergeTree(s, v, k) ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE a (k Int8, s Int8, v String) ENGINE = VersionedCollapsingMergeTree(s, v) ORDER BY k;
-- error BAD_TYPE_OF_FIELD
CREATE TABLE a (k Int8, s Int8, v Nullable(UInt8)) ENGINE = VersionedCollapsingMergeTree(s, v) ORDER BY k;
-- error ILLEGAL_COLUMN
CREATE TABLE a (k Int8, s Int8, v UInt8) ENGINE = VersionedCollapsingMergeTree(s, s) ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE a (k Int8, s Int8, v UInt8) ENGINE = VersionedCollapsingMergeTree(s, x) ORDER BY k;
-- error NO_SUCH_COLUMN_IN_TABLE
CREATE TABLE b (k Int8, s Int8, v Date) ENGINE = VersionedCollapsingMergeTree(s, v) ORDER BY k;
ALTER TABLE b DROP COLUMN v;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE b MODIFY COLUMN v UInt64;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE b ADD COLUMN z Int8, MODIFY ORDER BY (k, z);
SELECT sorting_key, primary_key, engine_full FROM system.tables WHERE name = 'b' AND database = currentDatabase();
-- k, z, v	k	VersionedCollapsingMergeTree(s, v) PRIMARY KEY k ORDER BY (k, z) SETTINGS index_granularity = 8192
SHOW CREATE TABLE b;
-- CREATE TABLE shop.b\n(\n    `k` Int8,\n    `s` Int8,\n    `v` Date,\n    `z` Int8\n)\nENGINE = VersionedCollapsingMergeTree(s, v)\nPRIMARY KEY k\nORDER BY (k, z)\nSETTINGS index_granularity = 8192

-- The version is a part of the key.
CREATE TABLE deduplicated (k Int32, sign Int8, ver UInt8) ENGINE = VersionedCollapsingMergeTree(sign, ver) ORDER BY k;
OPTIMIZE TABLE deduplicated FINAL DEDUPLICATE BY k, sign;
-- error THERE_IS_NO_COLUMN
OPTIMIZE TABLE deduplicated FINAL DEDUPLICATE BY k, ver;
