-- A FixedString ends before the zero bytes that fill it where it becomes a String, but not as the result of a choice.

CREATE TABLE t (k UInt8, f FixedString(4), s String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'ab', 'ab'), (2, 'abcd', 'x'), (3, 'x', '');
SELECT hex(x), toTypeName(x) FROM (SELECT f AS x FROM t FINAL UNION ALL SELECT 'q') ORDER BY x;
-- 6162	String
-- 61626364	String
-- 71	String
-- 78	String
SELECT hex(x), toTypeName(x) FROM (SELECT f AS x FROM t UNION ALL SELECT toNullable(s) FROM t UNION ALL SELECT toFixedString('y', 6)) ORDER BY x;
-- ''	Nullable(String)
-- 6162	Nullable(String)
-- 6162	Nullable(String)
-- 61626364	Nullable(String)
-- 78	Nullable(String)
-- 78	Nullable(String)
-- 79	Nullable(String)
SELECT hex(f) FROM t INTERSECT SELECT hex(s) FROM t;
-- (no rows)
SELECT hex(x) FROM (SELECT f AS x FROM t INTERSECT SELECT s FROM t) ORDER BY x;
-- 6162
-- 78
SELECT hex(x) FROM (SELECT f AS x FROM t UNION DISTINCT SELECT s FROM t) ORDER BY x;
-- ''
-- 6162
-- 61626364
-- 78
SELECT hex(x) FROM (SELECT f AS x FROM t EXCEPT SELECT s FROM t) ORDER BY x;
-- 61626364
SELECT t.k, r.k, hex(f) FROM t JOIN (SELECT k, s AS f FROM t) AS r USING (f) ORDER BY ALL;
-- 1	1	6162
-- 3	2	78
SELECT t.k, r.k, hex(f) FROM t FULL JOIN (SELECT k, s AS f FROM t) AS r USING (f) ORDER BY ALL;
-- 0	3	''
-- 1	1	6162
-- 2	0	61626364
-- 3	2	78
SELECT k, arrayMap(x -> hex(x), [f, s]), hex(map('a', f, 'b', s)['a']), hex(least(f, 'zz')), hex(greatest(f, '')) FROM t ORDER BY k;
-- 1	['6162','6162']	6162	6162	6162
-- 2	['61626364','78']	61626364	61626364	61626364
-- 3	['78','']	78	78	78
SELECT k, hex(if(k > 1, f, s)), hex(multiIf(k = 1, f, k = 2, s, 'abcde')), hex(coalesce(toNullable(f), s)), hex(ifNull(nullIf(f, 'x'), s)), hex(CASE k WHEN 1 THEN f ELSE s END) FROM t ORDER BY k;
-- 1	6162	6162	61620000	61620000	6162
-- 2	61626364	78	61626364	61626364	78
-- 3	78000000	6162636465	78000000	''	''
SELECT hex(if(1, f, 'abc')), hex(if(0, 'abc', toFixedString('z', 3))), toUInt8(f IN (SELECT s FROM t)), toUInt8(s IN (SELECT f FROM t)) FROM t ORDER BY k;
-- 61620000	7A0000	1	1
-- 61626364	7A0000	0	1
-- 78000000	7A0000	1	0
CREATE TABLE u (k UInt8, s String, n Nullable(String), f FixedString(6)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO u SELECT k, f, f, f FROM t;
INSERT INTO u (n, k) SELECT f, k + 10 FROM t FINAL WHERE k = 1;
SELECT k, hex(s), hex(n), hex(f) FROM u ORDER BY k;
-- 1	6162	6162	616200000000
-- 2	61626364	61626364	616263640000
-- 3	78	78	780000000000
-- 11	''	6162	000000000000
CREATE TABLE v (k UInt8, s String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE MATERIALIZED VIEW w TO v AS SELECT k, f AS s FROM t;
INSERT INTO t VALUES (7, 'q', '');
SELECT k, hex(s) FROM v;
-- 7	71
