-- condition ? a : b, literals of arrays and tuples, casts with ::.

SELECT 1 = 1 ? 'one' : 'other' AS what;
-- one
SELECT [1, 2, 3] AS a;
-- [1,2,3]
SELECT ['a', 'b'][2];
-- b
SELECT (1, 'a') AS pair;
-- (1,'a')
SELECT 5::Float64 / 2 AS half;
-- 2.5
SELECT '2024-01-31'::Date AS d;
-- 2024-01-31
SELECT CAST('5' AS Int32) + 1;
-- 6
SELECT 1 AS `a b`, 2 AS "c";
-- 1	2
SELECT 'a' || 'b';
-- ab
SELECT 3 BETWEEN 1 AND 5, 'abc' LIKE 'a%', 'abc' ILIKE 'A_C', 'abc' NOT LIKE 'b%';
-- 1	1	1	1
SELECT CASE WHEN 1 > 2 THEN 'a' ELSE 'b' END, CASE 5 WHEN 5 THEN 'five' END;
-- b	five
SELECT (-1)::String, ((1))::String, (1.50)::Nullable(String), [1, 2 ]::String, ('a')::String, ( 1 )::String, (1, 2)::LowCardinality(String), (1 + 1)::String, (1)::FixedString(5) = '(1)', (true)::String;
-- (-1)	((1))	(1.50)	[1, 2 ]	('a')	( 1 )	(1, 2)	2	1	true
SELECT x, (x)::String, [x]::String, (f.1)::String FROM (SELECT 1 AS x, (2, 3) AS f);
-- 1	1	[1]	2
SELECT (1)::Int64;
-- error CANNOT_PARSE_TEXT
-- differs: a number in brackets is the number, docs/differences.md#answered-where-clickhouse-refuses
-- 1
