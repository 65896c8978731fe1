-- CREATE TABLE AS with an engine takes what it does not say from the other table, but no settings.

CREATE TABLE s (id UInt32, d Date, ver UInt8) ENGINE = ReplacingMergeTree(ver) PARTITION BY toYYYYMM(d) PRIMARY KEY id ORDER BY (id, d) SAMPLE BY id SETTINGS index_granularity = 1024 COMMENT 'all';
CREATE TABLE a AS s ENGINE = MergeTree ORDER BY id;
SHOW CREATE TABLE a;
-- CREATE TABLE shop.a\n(\n    `id` UInt32,\n    `d` Date,\n    `ver` UInt8\n)\nENGINE = MergeTree\nPARTITION BY toYYYYMM(d)\nPRIMARY KEY id\nORDER BY id\nSAMPLE BY id\nSETTINGS index_granularity = 8192\nCOMMENT 'all'
CREATE TABLE b AS s ENGINE = ReplacingMergeTree;
SHOW CREATE TABLE b;
-- CREATE TABLE shop.b\n(\n    `id` UInt32,\n    `d` Date,\n    `ver` UInt8\n)\nENGINE = ReplacingMergeTree\nPARTITION BY toYYYYMM(d)\nPRIMARY KEY id\nORDER BY (id, d)\nSAMPLE BY id\nSETTINGS index_granularity = 8192\nCOMMENT 'all'
CREATE TABLE c AS s ENGINE = ReplacingMergeTree(ver) PARTITION BY d ORDER BY (id, ver);
SHOW CREATE TABLE c;
-- CREATE TABLE shop.c\n(\n    `id` UInt32,\n    `d` Date,\n    `ver` UInt8\n)\nENGINE = ReplacingMergeTree(ver)\nPARTITION BY d\nPRIMARY KEY id\nORDER BY (id, ver)\nSAMPLE BY id\nSETTINGS index_granularity = 8192\nCOMMENT 'all'
CREATE TABLE e AS s ENGINE = MergeTree ORDER BY d;
-- error BAD_ARGUMENTS
CREATE TABLE f AS s;
SHOW CREATE TABLE f;
-- CREATE TABLE shop.f\n(\n    `id` UInt32,\n    `d` Date,\n    `ver` UInt8\n)\nENGINE = ReplacingMergeTree(ver)\nPARTITION BY toYYYYMM(d)\nPRIMARY KEY id\nORDER BY (id, d)\nSAMPLE BY id\nSETTINGS index_granularity = 1024\nCOMMENT 'all'
CREATE TABLE plain (k Int8, v UInt8) ENGINE = MergeTree ORDER BY (k, v);
CREATE TABLE g AS plain ENGINE = ReplacingMergeTree(v) ORDER BY v;
SHOW CREATE TABLE g;
-- CREATE TABLE shop.g\n(\n    `k` Int8,\n    `v` UInt8\n)\nENGINE = ReplacingMergeTree(v)\nORDER BY v\nSETTINGS index_granularity = 8192
CREATE TABLE h AS plain ENGINE = MergeTree PRIMARY KEY k;
SHOW CREATE TABLE h;
-- CREATE TABLE shop.h\n(\n    `k` Int8,\n    `v` UInt8\n)\nENGINE = MergeTree\nPRIMARY KEY k\nORDER BY (k, v)\nSETTINGS index_granularity = 8192
CREATE TABLE i AS nothing_here ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_TABLE
CREATE TABLE j (k Int8, v UInt8, PRIMARY KEY k) ENGINE = ReplacingMergeTree ORDER BY k;
SHOW CREATE TABLE j;
-- CREATE TABLE shop.j\n(\n    `k` Int8,\n    `v` UInt8\n)\nENGINE = ReplacingMergeTree\nPRIMARY KEY k\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE l (k Int8, d Date) ENGINE = ReplacingMergeTree(d, k, 8192);
-- error BAD_ARGUMENTS
