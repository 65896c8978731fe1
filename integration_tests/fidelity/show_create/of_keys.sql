-- How keys are written.

CREATE TABLE a (k Int64) ENGINE = MergeTree ORDER BY tuple();
CREATE TABLE b (k Int64, j Int64) ENGINE = ReplacingMergeTree() ORDER BY (k, j % 8) PARTITION BY (k % 2, j);
CREATE TABLE c (k Int64, j Int64) ENGINE = ReplacingMergeTree PRIMARY KEY k ORDER BY (k, j);
CREATE TABLE d (k Int64, `a b` String) ENGINE = ReplacingMergeTree ORDER BY (k, `a b`);
SHOW CREATE TABLE a;
-- CREATE TABLE shop.a\n(\n    `k` Int64\n)\nENGINE = MergeTree\nORDER BY tuple()\nSETTINGS index_granularity = 8192
SHOW CREATE TABLE b;
-- CREATE TABLE shop.b\n(\n    `k` Int64,\n    `j` Int64\n)\nENGINE = ReplacingMergeTree\nPARTITION BY (k % 2, j)\nORDER BY (k, j % 8)\nSETTINGS index_granularity = 8192
SHOW CREATE TABLE c;
-- CREATE TABLE shop.c\n(\n    `k` Int64,\n    `j` Int64\n)\nENGINE = ReplacingMergeTree\nPRIMARY KEY k\nORDER BY (k, j)\nSETTINGS index_granularity = 8192
SHOW CREATE TABLE d;
-- CREATE TABLE shop.d\n(\n    `k` Int64,\n    `a b` String\n)\nENGINE = ReplacingMergeTree\nORDER BY (k, `a b`)\nSETTINGS index_granularity = 8192
