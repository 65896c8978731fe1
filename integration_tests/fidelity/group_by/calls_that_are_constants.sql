-- Calls of columns that are no keys stand above GROUP BY where their answer is known without a row.

CREATE TABLE sales (shop String, day Date, v Int32, n Nullable(Int32), tags Array(Int32)) ENGINE = MergeTree ORDER BY shop;

INSERT INTO sales VALUES ('a', '2024-01-01', 1, 1, [1]), ('a', '2024-01-02', 2, NULL, [2]);

SELECT toTypeName(v), day FROM sales GROUP BY day ORDER BY day;
-- Int32	2024-01-01
-- Int32	2024-01-02

SELECT toTypeName(if(startsWith(shop, 'a'), day, key)) AS c, day AS key FROM sales GROUP BY 2 ORDER BY key;
-- Date	2024-01-01
-- Date	2024-01-02

SELECT toTypeName(v + sum(v)) FROM sales;
-- error NOT_AN_AGGREGATE

SELECT toTypeName(sum(v)), toTypeName(v) FROM sales ORDER BY toTypeName(shop);
-- Int64	Int32

SELECT toInt8(isNull(tags)), toInt8(isNotNull(tuple(v))), sum(v) FROM sales;
-- 0	1	3

SELECT isNull(n), sum(v) FROM sales;
-- error NOT_AN_AGGREGATE

SELECT toInt8(v OR 1), toInt8(n AND 0), toInt8(n AND 0 AND v), sum(v) FROM sales;
-- 1	0	0	3

SELECT xor(v, 0), sum(v) FROM sales;
-- error NOT_AN_AGGREGATE

SELECT if(1, 2, n), if(1, 2, toString(v)), if(0, shop, 'b'), if(v = 1 AND 0, v, 2), sum(v) FROM sales;
-- 2	2	b	2	3

SELECT if(1, day, v), sum(v) FROM sales GROUP BY day;
-- error NOT_AN_AGGREGATE

SELECT sum(v) FROM sales HAVING if(1, 1, v);
-- 3

SELECT multiIf(0, v, 1), sum(v) FROM sales;
-- error NOT_AN_AGGREGATE

SELECT CASE WHEN 1 THEN 2 ELSE v END, sum(v) FROM sales;
-- error NOT_AN_AGGREGATE

SELECT ifNull(1, v), sum(v) FROM sales;
-- error NOT_AN_AGGREGATE

SELECT toInt8(isNull(v)) AS x, count() FROM sales GROUP BY x WITH ROLLUP;
-- 0	2
-- 0	2

SELECT multiIf(v NOT BETWEEN 0 AND 1, 1, 2) AS x, count() FROM sales GROUP BY v NOT BETWEEN 0 AND 1 ORDER BY x;
-- 1	1
-- 2	1

SELECT if(v + 1 > 2, 'more', 'less') AS x, count() FROM sales GROUP BY v + 1 > 2 ORDER BY x;
-- less	1
-- more	1

SELECT v, toInt8(v IS NULL) AS none, toTypeName(v), toTypeName(shop), count() FROM sales GROUP BY v WITH ROLLUP ORDER BY v SETTINGS group_by_use_nulls = 1;
-- 1	0	Nullable(Int32)	String	1
-- 2	0	Nullable(Int32)	String	1
-- \N	1	Nullable(Int32)	String	2

SELECT v, toInt8(v IS NULL) AS none, toTypeName(v), count() FROM sales GROUP BY v WITH ROLLUP ORDER BY v, 4;
-- 0	0	Int32	2
-- 1	0	Int32	1
-- 2	0	Int32	1

SELECT x, v FROM (SELECT 1 AS x, v FROM sales) GROUP BY v;
-- error NOT_AN_AGGREGATE
