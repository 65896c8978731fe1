-- Addresses, UUIDs and members of Enums have their own order inside of arrays, tuples and maps, too.

CREATE TABLE o (id UInt8, e Enum8('b' = 1, 'a' = 2, 'c' = -1), p IPv4, v IPv6, u UUID, n Nullable(IPv4)) ENGINE = MergeTree ORDER BY id;
INSERT INTO o VALUES (1, 'a', '10.0.0.0', '10::', '00000000-0000-0001-0000-000000000000', '10.0.0.0'),
    (2, 'b', '9.0.0.0', '9::', '00000000-0000-0000-ffff-ffffffffffff', NULL), (3, 'c', '200.0.0.0', 'fe80::', 'ffffffff-0000-0000-0000-000000000000', '200.0.0.0');

-- Functions of arrays
SELECT arraySort(groupArray(p)), arrayReverseSort(groupArray(p)), arrayMin(groupArray(p)), arrayMax(groupArray(p)) FROM o;
-- ['9.0.0.0','10.0.0.0','200.0.0.0']	['200.0.0.0','10.0.0.0','9.0.0.0']	9.0.0.0	200.0.0.0
SELECT arraySort(groupArray(e)), arrayMax(groupArray(e)), arraySort(groupArray(u)), arrayMin(groupArray(v)), arraySort(groupArray(v)) FROM o;
-- ['c','b','a']	a	['00000000-0000-0001-0000-000000000000','ffffffff-0000-0000-0000-000000000000','00000000-0000-0000-ffff-ffffffffffff']	9::	['9::','10::','fe80::']
SELECT arraySort((x, y) -> y, groupArray(id), groupArray(p)), arraySort((x, y) -> y, groupArray(id), groupArray(e)), arrayReverseSort(x -> x.1, groupArray((p, id))) FROM o;
-- [2,1,3]	[3,2,1]	[('200.0.0.0',3),('10.0.0.0',1),('9.0.0.0',2)]
SELECT arraySort(groupArray((p, id))), arraySort(groupArray([e])), arrayMin(x -> x.1, groupArray((p, id))), arrayMax((x, y) -> y, groupArray(id), groupArray(u)) FROM o;
-- [('9.0.0.0',2),('10.0.0.0',1),('200.0.0.0',3)]	[['c'],['b'],['a']]	9.0.0.0	00000000-0000-0000-ffff-ffffffffffff
SELECT arraySort([n, NULL, '9.0.0.0'::IPv4]), arrayMin([n, '99.0.0.0'::IPv4]), arrayMax(emptyArrayString()), arrayMin(arrayFilter(x -> 0, [p])) FROM o ORDER BY id;
-- ['9.0.0.0','10.0.0.0',NULL]	10.0.0.0	''	0.0.0.0
-- ['9.0.0.0',NULL,NULL]	99.0.0.0	''	0.0.0.0
-- ['9.0.0.0','200.0.0.0',NULL]	99.0.0.0	''	0.0.0.0
SELECT arrayPartialSort(2, groupArray(p))[1], arraySort(groupUniqArray(e)) FROM o;
-- 9.0.0.0	['c','b','a']

-- Comparisons and extremes
SELECT id, greatest(p, '9.5.0.0'::IPv4), least(u, '00000000-0000-0001-0000-000000000001'::UUID), greatest(e, 'b'::Enum8('b' = 1, 'a' = 2, 'c' = -1)), greatest(n, p), least(n, p) FROM o ORDER BY id;
-- 1	10.0.0.0	00000000-0000-0001-0000-000000000000	a	10.0.0.0	10.0.0.0
-- 2	9.5.0.0	00000000-0000-0001-0000-000000000001	b	9.0.0.0	9.0.0.0
-- 3	200.0.0.0	ffffffff-0000-0000-0000-000000000000	b	200.0.0.0	200.0.0.0
SELECT id, [p] > ['9.5.0.0'::IPv4] AS a, (p, 1) < ('9.5.0.0'::IPv4, 1) AS b, [e] >= ['b'::Enum8('b' = 1, 'a' = 2, 'c' = -1)] AS c, [[v]] < [['a::'::IPv6]] AS d FROM o ORDER BY id;
-- 1	1	0	1	0
-- 2	0	1	1	1
-- 3	1	0	0	0
SELECT max((e, id)), min((p, id)), argMax(id, (p, 1)), argMin(id, (e, 1)), max([p]), min([u]) FROM o;
-- ('a',1)	('9.0.0.0',2)	3	3	['200.0.0.0']	['00000000-0000-0001-0000-000000000000']
SELECT maxMap(map('a', p)), minMap(map('a', p)), maxMap(map('a', e)), minMap(['k'], [v]).2 FROM o;
-- {'a':'200.0.0.0'}	{'a':'9.0.0.0'}	{'a':'a'}	['9::']
SELECT max([n, p]), min((n, id)), argMax(id, [n]) FROM o;
-- ['200.0.0.0','200.0.0.0']	('10.0.0.0',1)	3

-- ORDER BY
SELECT groupArray(id) FROM (SELECT id FROM o ORDER BY [p]);
-- [2,1,3]
SELECT groupArray(id) FROM (SELECT id FROM o ORDER BY [e] DESC);
-- [1,2,3]
SELECT groupArray(id) FROM (SELECT id FROM o ORDER BY map(1, p));
-- [2,1,3]
SELECT groupArray(id) FROM (SELECT id FROM o ORDER BY [n], id);
-- [1,3,2]
SELECT groupArray(id) FROM (SELECT id FROM o ORDER BY [(v, [u])] DESC);
-- [3,1,2]
SELECT id, row_number() OVER (ORDER BY (v, id)) AS r, max([p]) OVER (ORDER BY id) AS m, rank() OVER (ORDER BY [e]) AS k FROM o ORDER BY id;
-- 1	2	['10.0.0.0']	3
-- 2	1	['10.0.0.0']	2
-- 3	3	['200.0.0.0']	1
SELECT mapSort(mapFromArrays(groupArray(p), groupArray(id))), mapReverseSort(mapFromArrays(groupArray(e), groupArray(id))), mapSort((k, v) -> k, mapFromArrays(groupArray(v), groupArray(id))) FROM o;
-- {'9.0.0.0':2,'10.0.0.0':1,'200.0.0.0':3}	{'a':1,'b':2,'c':3}	{'9::':2,'10::':1,'fe80::':3}
SELECT id FROM o ORDER BY [p] LIMIT 1 WITH TIES;
-- 2
SELECT toTypeName(arraySort(groupArray(p))), toTypeName(arrayMin(groupArray(e))), toTypeName(arrayMax(groupArray(n))), toTypeName(mapSort(map(any(p), 1))) FROM o;
-- Array(IPv4)	Enum8('c' = -1, 'b' = 1, 'a' = 2)	IPv4	Map(IPv4, UInt8)
