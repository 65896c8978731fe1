-- What an array may be searched for: values that have a common type with its elements, and other numbers.

CREATE TABLE t (k Int64, u UInt64, d Date, s String, m Map(String, Int64)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, '2024-01-01', 'a', map('a', 1));
SELECT toInt8(has([k], 'x')) FROM t;
-- error NO_COMMON_TYPE
SELECT toInt8(hasAny([true], ['x', 'y'])) FROM t;
-- error NO_COMMON_TYPE
SELECT toInt8(hasAll([k], ['x'])) FROM t;
-- error NO_COMMON_TYPE
SELECT toInt8(hasSubstr([1], ['a'])) FROM t;
-- error NO_COMMON_TYPE
SELECT indexOf([d], s), countEqual([d], 1) FROM t;
-- error NO_COMMON_TYPE
SELECT toInt8(has([d], '2024-01-01')) FROM t;
-- error NO_COMMON_TYPE
SELECT toInt8(has([u], k)), toInt8(has([k], u)), indexOf([u], -1), countEqual([k], u) FROM t;
-- 1	1	0	1
SELECT toInt8(hasAny([u], [k])) FROM t;
-- error NO_COMMON_TYPE
SELECT toInt8(has([1, NULL], NULL)), toInt8(has([], k)), toInt8(hasAny([], ['a'])), toInt8(hasAny([NULL], [k])) FROM t;
-- 1	0	0	0
SELECT toInt8(has([(k, s)], (1, 'a'))), toInt8(has(m, s)), toInt8(has(m, 'b')) FROM t;
-- 1	1	0
