-- A constant array has its type's default at 0; of another array 0 is refused.

CREATE TABLE t (k Int64, a Array(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [5, 6]);
SELECT [1, 2][0], ['a'][0], arrayElement([1, 2], 0), [NULL, 1][0], [toDate('2024-01-01')][0] FROM t;
-- 0	''	0	\N	1970-01-01
SELECT a[0] FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT [k, 2][0] FROM t;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
