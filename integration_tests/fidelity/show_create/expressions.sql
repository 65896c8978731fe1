-- Expressions of a definition are shown as ClickHouse writes them.
CREATE TABLE dd (user UInt32, a Int64, s String, country String DEFAULT if(user % 2 = 0, 'DE', 'FR'), b Int64 DEFAULT a*2+1, c UInt8 MATERIALIZED a > 1 AND user = 2 OR NOT (s = 'x'), e Array(Int64) DEFAULT [a, -a, a - 1], f String ALIAS s || 'x', g Int64 ALIAS a in (1,2,3), h String DEFAULT case when a = 1 then 'p' else 'q' end, i Nullable(Int64) DEFAULT NULL, j DateTime DEFAULT now() + interval 1 day, k Bool ALIAS a between 1 and 2, l Bool ALIAS s like '%a' and s is not null, m Int64 DEFAULT cast(s as Int64), n Int64 ALIAS s::Int64, o Int64 ALIAS (a, user).1, p Int64 ALIAS e[1], q Array(Int64) ALIAS arrayMap(x -> x + 1, e), r Int64 ALIAS - a, CONSTRAINT c1 CHECK (a > 0) AND (user < 5)) ENGINE = ReplacingMergeTree PRIMARY KEY user ORDER BY (user, a % 2) PARTITION BY (user % 4, toDate(j)) TTL j + INTERVAL 1 MONTH + INTERVAL 1 DAY;
SHOW CREATE TABLE dd;
-- CREATE TABLE shop.dd\n(\n    `user` UInt32,\n    `a` Int64,\n    `s` String,\n    `country` String DEFAULT if((user % 2) = 0, 'DE', 'FR'),\n    `b` Int64 DEFAULT (a * 2) + 1,\n    `c` UInt8 MATERIALIZED ((a > 1) AND (user = 2)) OR (NOT (s = 'x')),\n    `e` Array(Int64) DEFAULT [a, -a, a - 1],\n    `f` String ALIAS concat(s, 'x'),\n    `g` Int64 ALIAS a IN (1, 2, 3),\n    `h` String DEFAULT multiIf(a = 1, 'p', 'q'),\n    `i` Nullable(Int64) DEFAULT NULL,\n    `j` DateTime DEFAULT now() + toIntervalDay(1),\n    `k` Bool ALIAS (a >= 1) AND (a <= 2),\n    `l` Bool ALIAS (s LIKE '%a') AND (s IS NOT NULL),\n    `m` Int64 DEFAULT CAST(s, 'Int64'),\n    `n` Int64 ALIAS CAST(s, 'Int64'),\n    `o` Int64 ALIAS (a, user).1,\n    `p` Int64 ALIAS e[1],\n    `q` Array(Int64) ALIAS arrayMap(x -> (x + 1), e),\n    `r` Int64 ALIAS -a,\n    CONSTRAINT c1 CHECK (a > 0) AND (user < 5)\n)\nENGINE = ReplacingMergeTree\nPARTITION BY (user % 4, toDate(j))\nPRIMARY KEY user\nORDER BY (user, a % 2)\nTTL (j + toIntervalMonth(1)) + toIntervalDay(1)\nSETTINGS index_granularity = 8192
SELECT name, default_kind, default_expression FROM system.columns WHERE table = 'dd' AND database = currentDatabase() ORDER BY position;
-- user	''	''
-- a	''	''
-- s	''	''
-- country	DEFAULT	if((user % 2) = 0, 'DE', 'FR')
-- b	DEFAULT	(a * 2) + 1
-- c	MATERIALIZED	((a > 1) AND (user = 2)) OR (NOT (s = 'x'))
-- e	DEFAULT	[a, -a, a - 1]
-- f	ALIAS	concat(s, 'x')
-- g	ALIAS	a IN (1, 2, 3)
-- h	DEFAULT	multiIf(a = 1, 'p', 'q')
-- i	DEFAULT	NULL
-- j	DEFAULT	now() + toIntervalDay(1)
-- k	ALIAS	(a >= 1) AND (a <= 2)
-- l	ALIAS	(s LIKE '%a') AND (s IS NOT NULL)
-- m	DEFAULT	CAST(s, 'Int64')
-- n	ALIAS	CAST(s, 'Int64')
-- o	ALIAS	(a, user).1
-- p	ALIAS	e[1]
-- q	ALIAS	arrayMap(x -> (x + 1), e)
-- r	ALIAS	-a
SELECT primary_key, sorting_key, partition_key FROM system.tables WHERE name = 'dd' AND database = currentDatabase();
-- user	user, a % 2	(user % 4, toDate(j))
CREATE VIEW vv AS SELECT a, sum(user) FILTER (WHERE a > 1) AS n, (SELECT max(a) FROM dd) AS m FROM dd FINAL WHERE a+1 > 2 AND s LIKE 'x%' GROUP BY a UNION ALL SELECT 1, 2, 3;
SHOW CREATE TABLE vv;
-- CREATE VIEW shop.vv\n(\n    `a` Int64,\n    `n` UInt64,\n    `m` Nullable(Int64)\n)\nAS SELECT\n    a,\n    sumIf(user, a > 1) AS n,\n    (\n        SELECT max(a)\n        FROM shop.dd\n    ) AS m\nFROM shop.dd\nFINAL\nWHERE ((a + 1) > 2) AND (s LIKE 'x%')\nGROUP BY a\nUNION ALL\nSELECT\n    1,\n    2,\n    3
CREATE MATERIALIZED VIEW mv (a Int64, n UInt64) ENGINE = MergeTree ORDER BY a AS SELECT a, count() AS n FROM dd WHERE user*2 = 4 GROUP BY a;
SELECT as_select FROM system.tables WHERE name = 'mv' AND database = currentDatabase();
-- SELECT a, count() AS n FROM shop.dd WHERE (user * 2) = 4 GROUP BY a
ALTER TABLE dd ADD CONSTRAINT c2 CHECK a<100 OR user=1, ADD INDEX i1 a*2 TYPE minmax GRANULARITY 1;
SELECT name, expr FROM system.data_skipping_indices WHERE table = 'dd' AND database = currentDatabase();
-- i1	a * 2
INSERT INTO dd (user, a, s) VALUES (2, 200, '1');
-- error VIOLATED_CONSTRAINT
ALTER TABLE dd MODIFY COLUMN b DEFAULT a||'x';
