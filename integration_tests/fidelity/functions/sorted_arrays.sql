-- NULL and NaN are last in sorted arrays, inside of tuples and arrays, too.

CREATE TABLE t (k Int64, n Nullable(Int32), f Float64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL, nan, 'a'), (2, 5, 1, 'b'), (3, 7, 2, 'a'), (4, NULL, nan, 'b'), (5, 6, 0, 'a');
SELECT arraySort(groupArray((s, n))), arrayReverseSort(groupArray((s, n))) FROM t;
-- [('a',6),('a',7),('a',NULL),('b',5),('b',NULL)]	[('b',5),('b',NULL),('a',7),('a',6),('a',NULL)]
SELECT toString(arraySort(groupArray((s, f)))), toString(arrayReverseSort(groupArray((s, f)))) FROM t;
-- [('a',0),('a',2),('a',nan),('b',1),('b',nan)]	[('b',1),('b',nan),('a',2),('a',0),('a',nan)]
SELECT arraySort([n, 1, NULL]), arrayReverseSort([n, 1, NULL]) FROM t ORDER BY k;
-- [1,NULL,NULL]	[1,NULL,NULL]
-- [1,5,NULL]	[5,1,NULL]
-- [1,7,NULL]	[7,1,NULL]
-- [1,NULL,NULL]	[1,NULL,NULL]
-- [1,6,NULL]	[6,1,NULL]
SELECT toString(arraySort([f, 1, nan])), toString(arrayReverseSort([f, 1, nan])) FROM t ORDER BY k;
-- [1,nan,nan]	[1,nan,nan]
-- [1,1,nan]	[1,1,nan]
-- [1,2,nan]	[2,1,nan]
-- [1,nan,nan]	[1,nan,nan]
-- [0,1,nan]	[1,0,nan]
SELECT arraySort([[n], [1], [NULL], []]), arrayReverseSort([[n], [1], [NULL], []]) FROM t ORDER BY k;
-- [[],[1],[NULL],[NULL]]	[[1],[NULL],[NULL],[]]
-- [[],[1],[5],[NULL]]	[[5],[1],[NULL],[]]
-- [[],[1],[7],[NULL]]	[[7],[1],[NULL],[]]
-- [[],[1],[NULL],[NULL]]	[[1],[NULL],[NULL],[]]
-- [[],[1],[6],[NULL]]	[[6],[1],[NULL],[]]
SELECT arraySort(x -> (x % 2, x), [3, 2, 1]), arrayReverseSort(x -> -x, [3, 1, 2]) FROM t WHERE k = 1;
-- [2,1,3]	[1,2,3]
SELECT arraySort((x, y) -> y, ['a', 'b', 'c'], [3, NULL, 1]), arraySort([]), arraySort(['b', 'a']) FROM t WHERE k = 1;
-- ['c','a','b']	[]	['a','b']
SELECT arraySort([map(1, 2), map(1, 1)]), arraySort(x -> map('a', x), [3, 1, 2]) FROM t WHERE k = 1;
-- [{1:1},{1:2}]	[1,2,3]
