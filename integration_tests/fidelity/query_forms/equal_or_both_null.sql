-- `IS NOT DISTINCT FROM` takes values of one kind: it makes no number of a text.

CREATE TABLE t (k Int64, n Nullable(Int32), s Nullable(String), d Date, g LowCardinality(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL, NULL, '2024-01-01', 'b'), (2, 2, '2', '2024-01-02', 'a');

SELECT k, (n <=> k) + 0, (n <=> NULL) + 0, (s <=> NULL) + 0, (s <=> '2') + 0, (s IS DISTINCT FROM toFixedString('2', 1)) + 0 FROM t ORDER BY k;
-- 1	0	1	1	0	1
-- 2	1	0	0	1	0
SELECT n <=> s FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT n <=> '2' FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k IS DISTINCT FROM s FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT d <=> '2024-01-01' FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT d <=> k FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT (k, n) <=> (k, s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT ((k, n) <=> (k, n)) + 0, ([n] <=> [n]) + 0, ([n] IS DISTINCT FROM [k]) + 0 FROM t ORDER BY k;
-- 1	1	1
-- 1	1	0
SELECT [n] <=> [s] FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT [n] <=> n FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT 7 IS NOT DISTINCT FROM if(k = 1, s, k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT 7 IS DISTINCT FROM multiIf(k = 1, toUInt64(1), k = 2, toInt16(2), k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT t.k FROM t JOIN t AS u ON t.n <=> u.s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT t.k, u.k FROM t JOIN t AS u ON t.n <=> u.n ORDER BY t.k;
-- 1	1
-- 2	2
SELECT toTypeName((SELECT min(g) FROM t)), (SELECT min(g) FROM t), toTypeName((SELECT max(k) FROM t));
-- Nullable(String)	a	Nullable(Int64)
SELECT k, lag((SELECT min(g) FROM t)) OVER (ORDER BY k) AS l FROM t ORDER BY k;
-- 1	\N
-- 2	a

SELECT greatest(1, if(k = 1, toInt64(1), toUInt64(2))) FROM t;
-- error NO_COMMON_TYPE
SELECT least(if(k = 1, toInt64(1), toUInt64(2)), 1) FROM t;
-- error NO_COMMON_TYPE
