-- SHOW CREATE TABLE gives a statement that makes the same table.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `v` String,\n    `ver` UInt32\n)\nENGINE = ReplacingMergeTree(ver)\nORDER BY k\nSETTINGS index_granularity = 8192
SHOW CREATE TABLE shop.t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `v` String,\n    `ver` UInt32\n)\nENGINE = ReplacingMergeTree(ver)\nORDER BY k\nSETTINGS index_granularity = 8192
SHOW CREATE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `v` String,\n    `ver` UInt32\n)\nENGINE = ReplacingMergeTree(ver)\nORDER BY k\nSETTINGS index_granularity = 8192
