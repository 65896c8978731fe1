-- CREATE TABLE … AS table takes from the table what it does not say itself.

CREATE TABLE t (a UInt8, b String) ENGINE = ReplacingMergeTree(a) PRIMARY KEY b ORDER BY (b, a) SETTINGS min_bytes_for_wide_part = 5 COMMENT 'old';
CREATE TABLE partitioned AS t PARTITION BY a;
SHOW CREATE TABLE partitioned;
-- CREATE TABLE shop.partitioned\n(\n    `a` UInt8,\n    `b` String\n)\nENGINE = ReplacingMergeTree(a)\nPARTITION BY a\nPRIMARY KEY b\nORDER BY (b, a)\nSETTINGS min_bytes_for_wide_part = 5, index_granularity = 8192\nCOMMENT 'old'
CREATE TABLE sorted AS t ORDER BY b;
SHOW CREATE TABLE sorted;
-- CREATE TABLE shop.sorted\n(\n    `a` UInt8,\n    `b` String\n)\nENGINE = ReplacingMergeTree(a)\nPRIMARY KEY b\nORDER BY b\nSETTINGS min_bytes_for_wide_part = 5, index_granularity = 8192\nCOMMENT 'old'
CREATE TABLE with_settings AS t SETTINGS index_granularity = 5;
SHOW CREATE TABLE with_settings;
-- CREATE TABLE shop.with_settings\n(\n    `a` UInt8,\n    `b` String\n)\nENGINE = ReplacingMergeTree(a)\nPRIMARY KEY b\nORDER BY (b, a)\nSETTINGS index_granularity = 5, min_bytes_for_wide_part = 5\nCOMMENT 'old'
CREATE TABLE with_comment AS t COMMENT 'new';
SHOW CREATE TABLE with_comment;
-- CREATE TABLE shop.with_comment\n(\n    `a` UInt8,\n    `b` String\n)\nENGINE = ReplacingMergeTree(a)\nPRIMARY KEY b\nORDER BY (b, a)\nSETTINGS min_bytes_for_wide_part = 5, index_granularity = 8192\nCOMMENT 'new'
CREATE TABLE with_ttl AS t TTL toDate('2020-01-01') + INTERVAL a DAY;
SHOW CREATE TABLE with_ttl;
-- CREATE TABLE shop.with_ttl\n(\n    `a` UInt8,\n    `b` String\n)\nENGINE = ReplacingMergeTree(a)\nPRIMARY KEY b\nORDER BY (b, a)\nTTL toDate('2020-01-01') + toIntervalDay(a)\nSETTINGS min_bytes_for_wide_part = 5, index_granularity = 8192\nCOMMENT 'old'
CREATE TABLE primary AS t PRIMARY KEY (b, a);
SHOW CREATE TABLE primary;
-- CREATE TABLE shop.primary\n(\n    `a` UInt8,\n    `b` String\n)\nENGINE = ReplacingMergeTree(a)\nPRIMARY KEY (b, a)\nORDER BY (b, a)\nSETTINGS min_bytes_for_wide_part = 5, index_granularity = 8192\nCOMMENT 'old'
CREATE TABLE memory (a Int64) ENGINE = Memory;
CREATE TABLE commented AS memory COMMENT 'x';
SHOW CREATE TABLE commented;
-- CREATE TABLE shop.commented\n(\n    `a` Int64\n)\nENGINE = Memory\nCOMMENT 'x'
