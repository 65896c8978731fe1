-- arrayTopK and arrayBottomK leave NULL out.

CREATE TABLE t (k Int64, a Array(Nullable(Int64)), f Array(Float64)) ENGINE = MergeTree ORDER BY k;

INSERT INTO t VALUES (1, [3, NULL, 1, 2], [1.5, nan, 2]), (2, [], []), (3, [NULL], [nan]);

SELECT k, arrayTopK(2, a), arrayBottomK(2, a), arrayTopK(9, a), arrayTopK(2, f), arrayBottomK(3, f) FROM t ORDER BY k;
-- 1	[3,2]	[1,2]	[3,2,1]	[2,1.5]	[1.5,2,nan]
-- 2	[]	[]	[]	[]	[]
-- 3	[]	[]	[]	[nan]	[nan]

SELECT toTypeName(arrayTopK(5, a)), toTypeName(arrayBottomK(1, f)), arrayTopK(2, ['a', NULL, 'c']), arrayBottomK(9, [(1, NULL), (1, 2)]) FROM t LIMIT 1;
-- Array(Int64)	Array(Float64)	['c','a']	[(1,2),(1,NULL)]
