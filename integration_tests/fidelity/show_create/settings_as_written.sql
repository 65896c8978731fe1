-- Settings are shown in the order in which they were written; the granularity comes last if nobody wrote it.

CREATE TABLE wide (k Int64) ENGINE = MergeTree ORDER BY k SETTINGS min_bytes_for_wide_part = 0;
SHOW CREATE TABLE wide;
-- CREATE TABLE shop.wide\n(\n    `k` Int64\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS min_bytes_for_wide_part = 0, index_granularity = 8192
CREATE TABLE several (k Int64) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS ttl_only_drop_parts = 1, index_granularity = 100, min_bytes_for_wide_part = 0;
SHOW CREATE TABLE several;
-- CREATE TABLE shop.several\n(\n    `k` Int64\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS ttl_only_drop_parts = 1, index_granularity = 100, min_bytes_for_wide_part = 0
ALTER TABLE several MODIFY SETTING old_parts_lifetime = 5, ttl_only_drop_parts = 0;
SHOW CREATE TABLE several;
-- CREATE TABLE shop.several\n(\n    `k` Int64\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS ttl_only_drop_parts = 0, index_granularity = 100, min_bytes_for_wide_part = 0, old_parts_lifetime = 5
ALTER TABLE several RESET SETTING ttl_only_drop_parts;
SELECT engine_full FROM system.tables WHERE database = 'shop' AND name = 'several';
-- ReplacingMergeTree ORDER BY k SETTINGS index_granularity = 100, min_bytes_for_wide_part = 0, old_parts_lifetime = 5
CREATE TABLE same AS wide;
SHOW CREATE TABLE same;
-- CREATE TABLE shop.same\n(\n    `k` Int64\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS min_bytes_for_wide_part = 0, index_granularity = 8192
CREATE TABLE other AS wide ENGINE = ReplacingMergeTree SETTINGS ttl_only_drop_parts = 1;
SHOW CREATE TABLE other;
-- CREATE TABLE shop.other\n(\n    `k` Int64\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS ttl_only_drop_parts = 1, index_granularity = 8192
