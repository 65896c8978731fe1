-- A star of all tables is no argument of count; that of one table is its columns.

CREATE TABLE t (a UInt8, d DateTime) ENGINE = MergeTree ORDER BY a;
CREATE TABLE one (a Nullable(UInt8)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO t VALUES (1, '2020-01-01 00:00:00');
INSERT INTO one VALUES (1), (NULL);
SELECT count(t.*) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT count(x.*) FROM t AS x;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT count(t.*) OVER () FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT count(*, a) FROM t;
-- 1
SELECT countIf(*) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT count(*), count(one.*), countIf(*, a = 1), countOrNull(*), countDistinct(*), countOrDefault(*), count(COLUMNS('a')), count(one.COLUMNS('a')), count(* REPLACE (1 AS a)) FROM one;
-- 2	1	1	2	1	2	2	1	2
SELECT count(*), count(COLUMNS('.*')), count(DISTINCT *), count(* EXCEPT d) FROM t;
-- 1	1	1	1
SELECT count(one.*) FROM t JOIN one ON t.a = one.a;
-- 1
SELECT a AS all FROM t ORDER BY all;
-- error UNEXPECTED_EXPRESSION
SELECT d, a AS `ALL` FROM t ORDER BY all DESC;
-- error UNEXPECTED_EXPRESSION
SELECT a, d FROM t ORDER BY all;
-- 1	2020-01-01 00:00:00
SELECT a AS all FROM t ORDER BY `all`;
-- 1
SELECT a AS all FROM t ORDER BY all DESC SETTINGS enable_order_by_all = 0;
-- 1
SELECT a, d FROM t ORDER BY all SETTINGS enable_order_by_all = 0;
-- error UNKNOWN_IDENTIFIER
SELECT (SELECT *), (SELECT dummy), (SELECT count(*)), (SELECT one.dummy), a FROM t;
-- 0	0	1	0	1
SELECT a FROM t WHERE a - 1 IN (SELECT *);
-- 1
SELECT * FROM (SELECT *, 1 AS b) AS x JOIN t ON x.b = t.a;
-- 0	1	1	2020-01-01 00:00:00
SELECT (SELECT nodummy), a FROM t;
-- error UNKNOWN_IDENTIFIER
