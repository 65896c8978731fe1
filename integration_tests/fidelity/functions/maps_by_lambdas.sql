-- Maps are arrays of pairs: what lambdas give for these, sort and filter them by, and look for in them.

CREATE TABLE s (a Int64, n Nullable(String), s String, ls LowCardinality(String), fs FixedString(2), m Map(String, UInt8), mn Map(String, Nullable(UInt8)), ml Map(LowCardinality(String), String), mi Map(UInt8, UInt8)) ENGINE = MergeTree ORDER BY a;
INSERT INTO s VALUES (1, NULL, 'a', 'a', 'ab', map('a',3,'b',1), map('a', NULL, 'b', 2), map('a', 'b'), map(1, 2, 3, 4)), (2, 'b', 'b', 'b', 'cd', map('x',1,'c',2), map(), map(), map());
SELECT toString(mapApply((k, v) -> (v, k), m)) FROM s ORDER BY a;
-- {3:'a',1:'b'}
-- {1:'x',2:'c'}
SELECT toString(mapApply((k, v) -> (upper(k), v + 1), m)), toTypeName(mapApply((k, v) -> (upper(k), v + 1), m)) FROM s ORDER BY a;
-- {'A':4,'B':2}	Map(String, UInt16)
-- {'X':2,'C':3}	Map(String, UInt16)
SELECT toString(mapApply((k, v) -> (k, a), m)) FROM s ORDER BY a;
-- {'a':1,'b':1}
-- {'x':2,'c':2}
SELECT mapApply((k, v) -> k, m) FROM s;
-- error BAD_ARGUMENTS
SELECT mapApply((k, v) -> (k, v, 1), m) FROM s;
-- error BAD_ARGUMENTS
SELECT toString(mapApply(k -> (k, k), mi)) FROM s ORDER BY a;
-- {(1,2):(1,2),(3,4):(3,4)}
-- {}
SELECT toString(mapApply(p -> (p.1, p.2 * 2), mi)) FROM s ORDER BY a;
-- {1:4,3:8}
-- {}
SELECT toString(mapFilter((k, v) -> v > 1, m)), toString(mapFilter((k, v) -> v > 1, mn)), toString(mapFilter((k, v) -> k = 'a', ml)) FROM s ORDER BY a;
-- {'a':3}	{'b':2}	{'a':'b'}
-- {'c':2}	{}	{}
SELECT toString((mapExists((k, v) -> v = 3, m), mapAll((k, v) -> v < 3, m), mapExists((k, v) -> v IS NULL, mn), mapAll((k, v) -> v > 0, mn), mapAll((k, v) -> NULL, mn))) FROM s ORDER BY a;
-- (1,0,1,0,0)
-- (0,1,0,1,1)
SELECT mapFilter((k, v) -> k, m) FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toString(mapFilter(p -> p.2 > 1, m)) FROM s ORDER BY a;
-- {'a':3}
-- {'c':2}
SELECT toString(mapSort((k, v) -> v, m)), toString(mapReverseSort((k, v) -> v, m)), toString(mapSort((k, v) -> -v, m)) FROM s ORDER BY a;
-- {'b':1,'a':3}	{'a':3,'b':1}	{'a':3,'b':1}
-- {'x':1,'c':2}	{'c':2,'x':1}	{'c':2,'x':1}
SELECT toString(mapSort((k, v) -> v, mn)), toString(mapReverseSort((k, v) -> v, mn)) FROM s ORDER BY a;
-- {'b':2,'a':NULL}	{'b':2,'a':NULL}
-- {}	{}
SELECT toString(mapSort(m)), toString(mapReverseSort(m)), toString(mapSort(mn)), toString(mapSort(mi)) FROM s ORDER BY a;
-- {'a':3,'b':1}	{'b':1,'a':3}	{'a':NULL,'b':2}	{1:2,3:4}
-- {'c':2,'x':1}	{'x':1,'c':2}	{}	{}
SELECT toString(mapPartialSort((k, v) -> v, 2, map('k1', 3, 'k2', 1, 'k3', 2))), toString(mapPartialReverseSort((k, v) -> v, 3, map('k1', 3, 'k2', 1, 'k3', 2))), a FROM s WHERE a = 1;
-- {'k2':1,'k3':2,'k1':3}	{'k1':3,'k3':2,'k2':1}	1
SELECT toString(mapPartialSort(2, m)), toString(mapPartialReverseSort(2, m)) FROM s ORDER BY a;
-- {'a':3,'b':1}	{'b':1,'a':3}
-- {'c':2,'x':1}	{'x':1,'c':2}
SELECT toString(mapSort((k, v) -> (v, k), m)), toString(mapSort(k -> k, m)), toString(mapSort((k, v) -> NULL, m)) FROM s ORDER BY a;
-- {'b':1,'a':3}	{'a':3,'b':1}	{'a':3,'b':1}
-- {'x':1,'c':2}	{'c':2,'x':1}	{'x':1,'c':2}
SELECT toString(mapSort((k, v) -> nullIf(v, 1), map('a', 1, 'b', 2, 'c', 3))), toString(mapReverseSort((k, v) -> nullIf(v, 1), map('a', 1, 'b', 2, 'c', 3))), a FROM s WHERE a = 1;
-- {'b':2,'c':3,'a':1}	{'c':3,'b':2,'a':1}	1
SELECT toString(mapSort((k, v) -> if(v = 1, nan, v), map('a', 1, 'b', 2, 'c', 3))), toString(mapReverseSort((k, v) -> if(v = 1, nan, v), map('a', 1, 'b', 2, 'c', 3))), a FROM s WHERE a = 1;
-- {'b':2,'c':3,'a':1}	{'c':3,'b':2,'a':1}	1
SELECT toString(mapReverseSort((k, v) -> 1, map('a', 1, 'b', 2, 'c', 3))), a FROM s WHERE a = 1;
-- {'a':1,'b':2,'c':3}	1
SELECT toTypeName(mapSort((k, v) -> v, ml)), toTypeName(mapFilter((k, v) -> v = '', ml)), toTypeName(mapApply((k, v) -> (k, v), ml)) FROM s ORDER BY a;
-- Map(LowCardinality(String), String)	Map(LowCardinality(String), String)	Map(String, String)
-- Map(LowCardinality(String), String)	Map(LowCardinality(String), String)	Map(String, String)
SELECT mapSort((k, v) -> v, [1, 2]), a FROM s WHERE a = 1;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapSort((k, v, w) -> v, m), a FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapContains(map('a', 1), a) FROM s WHERE a = 1;
-- error NO_COMMON_TYPE
SELECT mapContains(map(1, 1), 'a') FROM s;
-- error NO_COMMON_TYPE
SELECT toString((mapContains(m, NULL), mapContainsKey(m, s), mapContains(m, ls), mapContains(m, n), mapContainsValue(m, 3), mapContainsValue(mn, NULL), mapContains(mi, a), mapContains(mi, 1.0), mapContains(ml, s), mapContains(m, fs))) FROM s ORDER BY a;
-- (0,1,1,0,1,1,1,1,1,0)
-- (0,0,0,0,0,0,0,0,0,0)
SELECT toTypeName(mapContains(m, 'a')), toTypeName(mapContains(m, n)), toTypeName(mapContainsValue(mn, 1)) FROM s ORDER BY a;
-- UInt8	UInt8	UInt8
-- UInt8	UInt8	UInt8
SELECT toString((has(m, 'a'), has(m, s))) FROM s ORDER BY a;
-- (1,1)
-- (0,0)
SELECT a FROM s WHERE mapContains(m, 'a');
-- 1
SELECT a FROM s WHERE NOT mapContainsKey(m, 'a');
-- 2
SELECT a FROM s WHERE mapContains(m, 'a') AND mapContains(m, 'b');
-- 1
SELECT mapContainsKey(m, 1) FROM s;
-- error NO_COMMON_TYPE
SELECT mapContainsValue(m, 'a') FROM s;
-- error NO_COMMON_TYPE
SELECT mapContains(m, ['a']) FROM s;
-- error NO_COMMON_TYPE
SELECT mapContainsKeyLike(map(1, 2), 'a') FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toString((mapContainsKeyLike(m, 'a%'), mapContainsKeyLike(ml, 'a%'), mapContainsValueLike(ml, 'b'))) FROM s ORDER BY a;
-- (1,1,1)
-- (0,0,0)
SELECT mapContainsValueLike(m, 'a') FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapExtractKeyLike(map(1, 2), 'a') FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapExtractValueLike(m, 'a') FROM s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toString(mapExtractKeyLike(m, 'a%')) FROM s ORDER BY a;
-- {'a':3}
-- {}
SELECT toString(mapFromArrays([a], map(1,2))), toTypeName(mapFromArrays([a], map(1,2))), a FROM s WHERE a = 1;
-- {1:(1,2)}	Map(Int64, Tuple(UInt8, UInt8))	1
SELECT toString(mapFromArrays(map(1,2), [a])), toTypeName(mapFromArrays(map(1,2), [a])), a FROM s WHERE a = 1;
-- {(1,2):1}	Map(Tuple(UInt8, UInt8), Int64)	1
SELECT toString(mapFromArrays(map(1,2), map('a', 'b'))), a FROM s WHERE a = 1;
-- {(1,2):('a','b')}	1
SELECT mapFromArrays(map(1,2), [1, 2]), a FROM s WHERE a = 1;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT mapFromArrays(['a'], 'b'), a FROM s WHERE a = 1;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayPartialSort(x -> -x, 2, [1, 3, 2]), arrayPartialReverseSort((x, y) -> y, 3, [1, 2, 3], [2, 1, 3]), a FROM s WHERE a = 1;
-- [3,2,1]	[3,1,2]	1
SELECT mapFromArrays([NULL], [1]), a FROM s;
-- error BAD_ARGUMENTS
SELECT EXTRACT('ab', '(b)'), extract(s || 'x', 'x'), Extract(n, '.') FROM s ORDER BY a;
-- b	x	\N
-- b	x	b
SELECT EXTRACT('a'), a FROM s;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
