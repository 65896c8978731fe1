-- Names of types as ClickHouse writes them.

CREATE TABLE t (a INT, b Decimal64(3), c Enum('x', 'y' = 5), d Tuple(a Int8, b String), e Array(Nullable(String)), f Map(String, UInt8),
    g VARCHAR, h DateTime('Europe/Berlin'), i DateTime64(3, 'UTC'), j Int32 NULL, l Bool) ENGINE = MergeTree ORDER BY tuple();
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `a` Int32,\n    `b` Decimal(18, 3),\n    `c` Enum8('x' = 1, 'y' = 5),\n    `d` Tuple(\n        a Int8,\n        b String),\n    `e` Array(Nullable(String)),\n    `f` Map(String, UInt8),\n    `g` String,\n    `h` DateTime('Europe/Berlin'),\n    `i` DateTime64(3, 'UTC'),\n    `j` Nullable(Int32),\n    `l` Bool\n)\nENGINE = MergeTree\nORDER BY tuple()\nSETTINGS index_granularity = 8192
