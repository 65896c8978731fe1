-- What a projection may be, and how it is shown.

CREATE TABLE t (k Int64, v Int64, s String, PROJECTION p (SELECT v, count(), sum(k) GROUP BY v), PROJECTION n (SELECT * ORDER BY v)) ENGINE = MergeTree ORDER BY k;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `v` Int64,\n    `s` String,\n    PROJECTION p\n    (\n        SELECT\n            v,\n            count(),\n            sum(k)\n        GROUP BY v\n    ),\n    PROJECTION n\n    (\n        SELECT *\n        ORDER BY v\n    )\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
SELECT name, type, sorting_key, query, settings FROM system.projections WHERE database = 'shop' AND table = 't' ORDER BY name;
-- n	Normal	['v']	SELECT * ORDER BY v	{}
-- p	Aggregate	['v']	SELECT v, count(), sum(k) GROUP BY v	{}
CREATE TABLE a AS t;
SHOW CREATE TABLE a;
-- CREATE TABLE shop.a\n(\n    `k` Int64,\n    `v` Int64,\n    `s` String,\n    PROJECTION p\n    (\n        SELECT\n            v,\n            count(),\n            sum(k)\n        GROUP BY v\n    ),\n    PROJECTION n\n    (\n        SELECT *\n        ORDER BY v\n    )\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE b AS t ENGINE = MergeTree ORDER BY v;
SELECT name, type FROM system.projections WHERE database = 'shop' AND table = 'b' ORDER BY name;
-- n	Normal
-- p	Aggregate
CREATE TABLE c (k Int64, v Int64, PROJECTION p (SELECT k ORDER BY (v, k)) WITH SETTINGS (index_granularity = 512)) ENGINE = MergeTree ORDER BY k;
SHOW CREATE TABLE c;
-- CREATE TABLE shop.c\n(\n    `k` Int64,\n    `v` Int64,\n    PROJECTION p\n    (\n        SELECT k\n        ORDER BY\n            v,\n            k\n    ) WITH SETTINGS (index_granularity = 512)\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE d (k Int64, v Int64, PROJECTION p (SELECT count())) ENGINE = MergeTree ORDER BY k;
SELECT name, type, sorting_key, query FROM system.projections WHERE database = 'shop' AND table = 'd';
-- p	Aggregate	[]	SELECT count()
CREATE TABLE e (k Int64, v Int64, PROJECTION p (WITH v + 1 AS z SELECT z, count() GROUP BY z)) ENGINE = MergeTree ORDER BY k;
SHOW CREATE TABLE e;
-- CREATE TABLE shop.e\n(\n    `k` Int64,\n    `v` Int64,\n    PROJECTION p\n    (\n        WITH\n            v + 1 AS z\n        SELECT\n            z,\n            count()\n        GROUP BY z\n    )\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
SELECT name, type, sorting_key, query FROM system.projections WHERE database = 'shop' AND table = 'e';
-- p	Aggregate	['plus(v, 1)']	WITH v + 1 AS z SELECT z, count() GROUP BY z
CREATE TABLE g (k Int64, v Int64 ALIAS k + 1, PROJECTION p (SELECT v ORDER BY k)) ENGINE = MergeTree ORDER BY k;
CREATE TABLE h (k Int64, v Int64, PROJECTION p (SELECT k, rand() ORDER BY k)) ENGINE = MergeTree ORDER BY k;
CREATE TABLE i (k Int64, v Int64, PROJECTION p (SELECT v WHERE v > 1 ORDER BY v)) ENGINE = MergeTree ORDER BY k;
