-- SHOW CREATE TABLE follows ALTER TABLE.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree PRIMARY KEY k ORDER BY k;
ALTER TABLE t ADD COLUMN n Int32 DEFAULT 5 COMMENT 'new' FIRST;
ALTER TABLE t RENAME COLUMN v TO w;
ALTER TABLE t ADD COLUMN m Int64, MODIFY ORDER BY (k, m);
ALTER TABLE t MODIFY COMMENT 'changed';
ALTER TABLE t MODIFY SETTING old_parts_lifetime = 90;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `n` Int32 DEFAULT 5 COMMENT 'new',\n    `k` Int64,\n    `w` String,\n    `m` Int64\n)\nENGINE = ReplacingMergeTree\nPRIMARY KEY k\nORDER BY (k, m)\nSETTINGS index_granularity = 8192, old_parts_lifetime = 90\nCOMMENT 'changed'
