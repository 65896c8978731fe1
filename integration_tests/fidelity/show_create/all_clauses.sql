-- Every clause of a table.

CREATE TABLE t
(
    id UInt64 COMMENT 'the key',
    day Date,
    state LowCardinality(String) DEFAULT 'new' CODEC(ZSTD(1)),
    upper_state String MATERIALIZED upper(state),
    twice UInt64 ALIAS id * 2,
    ver UInt32,
    deleted UInt8,
    INDEX i state TYPE bloom_filter GRANULARITY 2
)
ENGINE = ReplacingMergeTree(ver, deleted)
PARTITION BY toYYYYMM(day)
PRIMARY KEY id
ORDER BY (id, toDate(day))
SETTINGS index_granularity = 4096
COMMENT 'orders, newest first';
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `id` UInt64 COMMENT 'the key',\n    `day` Date,\n    `state` LowCardinality(String) DEFAULT 'new' CODEC(ZSTD(1)),\n    `upper_state` String MATERIALIZED upper(state),\n    `twice` UInt64 ALIAS id * 2,\n    `ver` UInt32,\n    `deleted` UInt8,\n    INDEX i state TYPE bloom_filter GRANULARITY 2\n)\nENGINE = ReplacingMergeTree(ver, deleted)\nPARTITION BY toYYYYMM(day)\nPRIMARY KEY id\nORDER BY (id, toDate(day))\nSETTINGS index_granularity = 4096\nCOMMENT 'orders, newest first'
