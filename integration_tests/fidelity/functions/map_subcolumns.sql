-- The value of a key of a map by its name.

CREATE TABLE t_map (m Map(String, UInt32), n Map(UInt8, String), o Map(LowCardinality(String), Nullable(UInt8)), d Map(Date, String), k UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t_map VALUES (map('a', 1, 'b', 2), map(1, 'x'), map('q', NULL), map('2020-01-01', 'v'), 1), (map('a', 3, 'c', 4), map(2, 'y'), map('q', 5), map(), 2), (map('b', 5, 'c', 6), map(), map(), map(), 3);
SELECT m.key_a FROM t_map ORDER BY k;
-- 1
-- 3
-- 0
SELECT m.key_a, m.key_zz, m.keys, m.values, m.size0, toTypeName(m.key_a) FROM t_map ORDER BY k;
-- 1	0	['a','b']	[1,2]	2	UInt32
-- 3	0	['a','c']	[3,4]	2	UInt32
-- 0	0	['b','c']	[5,6]	2	UInt32
SELECT n.key_1, n.key_2, toTypeName(n.key_1) FROM t_map ORDER BY k;
-- x	''	String
-- ''	y	String
-- ''	''	String
SELECT o.key_q, toTypeName(o.key_q) FROM t_map ORDER BY k;
-- \N	Nullable(UInt8)
-- 5	Nullable(UInt8)
-- \N	Nullable(UInt8)
SELECT d.`key_2020-01-01` FROM t_map ORDER BY k;
-- v
-- ''
-- ''
SELECT m.key_ FROM t_map ORDER BY k;
-- 0
-- 0
-- 0
SELECT m.Key_a FROM t_map ORDER BY k;
-- error UNKNOWN_IDENTIFIER
SELECT n.key_x FROM t_map ORDER BY k;
-- error UNKNOWN_IDENTIFIER
SELECT t.m.key_a FROM t_map AS t WHERE t.m.key_b > 1 ORDER BY k;
-- 1
-- 0
