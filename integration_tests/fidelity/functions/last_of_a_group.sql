-- groupArrayLast keeps its values in a buffer that it writes around.

CREATE TABLE t (k UInt8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number FROM numbers(7);
SELECT groupArrayLast(1)(k), groupArrayLast(2)(k), groupArrayLast(3)(k), groupArrayLast(4)(k), groupArrayLast(6)(k), groupArrayLast(7)(k), groupArrayLast(9)(k) FROM t;
-- [6]	[6,5]	[6,4,5]	[4,5,6,3]	[6,1,2,3,4,5]	[0,1,2,3,4,5,6]	[0,1,2,3,4,5,6]
SELECT k % 2 AS g, groupArrayLast(2)(k), groupArrayLastIf(2)(k, k > 2), groupArrayLast(3)(toNullable(k)) FROM t GROUP BY g ORDER BY g;
-- 0	[4,6]	[4,6]	[6,2,4]
-- 1	[5,3]	[3,5]	[1,3,5]
SELECT groupArrayLast(2)(k) FROM t WHERE k > 9;
-- []
