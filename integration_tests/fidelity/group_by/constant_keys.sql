-- A key that is a constant is the same in all sets of keys.

CREATE TABLE w (k Int64, f Float32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO w VALUES (1, 1), (2, 2);
SELECT toDate('2024-01-31') AS c, count() FROM w GROUP BY GROUPING SETS ((1), ());
-- 2024-01-31	2
-- 2024-01-31	2
SELECT 'x' AS c, count() FROM w GROUP BY GROUPING SETS ((c), ());
-- x	2
-- x	2
SELECT toTypeName(f) AS t, count() FROM w GROUP BY GROUPING SETS ((t), ());
-- Float32	2
-- Float32	2
SELECT toDate('2024-01-31') AS c, k, count() FROM w GROUP BY ROLLUP(c, k) ORDER BY ALL;
-- 2024-01-31	0	2
-- 2024-01-31	0	2
-- 2024-01-31	1	1
-- 2024-01-31	2	1
SELECT concat('x', 'y') AS c, k, count() FROM w GROUP BY CUBE(c, k) ORDER BY ALL;
-- xy	0	2
-- xy	0	2
-- xy	1	1
-- xy	1	1
-- xy	2	1
-- xy	2	1
SELECT toDate('2024-01-31') AS c, k, count() FROM w GROUP BY ROLLUP(c, k) ORDER BY ALL SETTINGS group_by_use_nulls = 1;
-- 2024-01-31	1	1
-- 2024-01-31	2	1
-- 2024-01-31	\N	2
-- 2024-01-31	\N	2
SELECT 'x' AS c, k, count() FROM w GROUP BY GROUPING SETS ((c), (k)) ORDER BY ALL SETTINGS group_by_use_nulls = 1;
-- x	1	1
-- x	2	1
-- x	\N	2
SELECT true <> EXISTS(SELECT 1 FROM w WHERE k = 1) AS n, xor(true, EXISTS(SELECT 1 FROM w WHERE k = 9)) AS m;
-- 0	true
SELECT 'x' AS c, 'x', k, toTypeName(c), toTypeName('x'), toTypeName('y') FROM w GROUP BY ROLLUP(c, k) ORDER BY ALL SETTINGS group_by_use_nulls = 1;
-- x	x	1	Nullable(String)	Nullable(String)	String
-- x	x	2	Nullable(String)	Nullable(String)	String
-- x	x	\N	Nullable(String)	Nullable(String)	String
-- x	x	\N	Nullable(String)	Nullable(String)	String
SELECT 1 AS c, k, c + 1, 1 + k, toTypeName(c), toTypeName(c + 1) FROM w GROUP BY CUBE(c, k) ORDER BY ALL SETTINGS group_by_use_nulls = 1;
-- 1	1	2	2	Nullable(UInt8)	Nullable(UInt16)
-- 1	1	2	2	Nullable(UInt8)	Nullable(UInt16)
-- 1	2	2	3	Nullable(UInt8)	Nullable(UInt16)
-- 1	2	2	3	Nullable(UInt8)	Nullable(UInt16)
-- 1	\N	2	\N	Nullable(UInt8)	Nullable(UInt16)
-- 1	\N	2	\N	Nullable(UInt8)	Nullable(UInt16)
