-- The names before a lambda in the arguments of a function are its parameters.

CREATE TABLE t (k Int64, a Array(Int64), b Array(Int64)) ENGINE = MergeTree ORDER BY k;

INSERT INTO t VALUES (1, [1, 2, 3], [3, 2, 1]), (2, [], []), (3, [5], [5]);

SELECT k, arrayMap(x, y -> x + y, a, b), arrayAll(x, y -> x = y, a, b), arrayFold(acc, x -> acc + x * 2, a, 3::Int64), arrayFill(x, y, z -> x > y AND x < z, a, b, a) FROM t ORDER BY k;
-- 1	[4,4,4]	0	15	[1,1,1]
-- 2	[]	1	3	[]
-- 3	[10]	1	13	[5]

SELECT arrayMap(x,y->x*y+k, a, b), arrayFilter(k, y -> k > y, a, b), arraySort(x, y -> y, a, b) FROM t ORDER BY k;
-- [4,5,4]	[3]	[3,2,1]
-- []	[]	[]
-- [28]	[]	[5]

SELECT arrayMap(x, (y) -> x + y, a, b), arrayMap(x -> arrayMap(y, z -> x + y + z, a, b), a) FROM t ORDER BY k;
-- error UNKNOWN_IDENTIFIER

SELECT mapApply(k, v -> (k, v * 2), map('a', 1)), mapFilter(k, v -> v > 1, map('a', 1, 'b', 2)) FROM t LIMIT 1;
-- {'a':2}	{'b':2}

SELECT arrayMap(t.k, y -> y, a) FROM t;
-- error BAD_ARGUMENTS

SELECT arrayMap(k + 1, y -> y, a) FROM t;
-- error SYNTAX_ERROR

SELECT arrayMap(x, x -> x, a, b) FROM t;
-- error BAD_ARGUMENTS

SELECT arrayMap((x, x) -> x, a, b) FROM t;
-- error BAD_ARGUMENTS

SELECT arrayMap((t.k) -> 1, a) FROM t;
-- error BAD_ARGUMENTS
