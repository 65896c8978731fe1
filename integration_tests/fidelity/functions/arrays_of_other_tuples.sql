-- Arrays of tuples with and without names, and of other types, are put together and compared.

CREATE TABLE t (k Int8, items Array(Tuple(sku String, qty UInt8)), f Array(FixedString(2)), d Array(Decimal(9, 2)), e Array(Enum8('a' = 1))) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, [('p', 2)], ['q'], [1.5], ['a']), (2, [], [], [], []);
SELECT arrayPushBack(items, ('new', 1)), toTypeName(arrayPushBack(items, ('new', 1))), arrayPushFront(items, ('new', 300)) FROM t ORDER BY k;
-- [('p',2),('new',1)]	Array(Tuple(String, UInt8))	[('new',300),('p',2)]
-- [('new',1)]	Array(Tuple(String, UInt8))	[('new',300)]
SELECT arrayConcat(items, [('q', 3)]), toTypeName(arrayConcat(items, [('q', 3)])), arrayResize(items, 2, ('z', 1)), arrayResize(items, -2) FROM t ORDER BY k;
-- [('p',2),('q',3)]	Array(Tuple(String, UInt8))	[('p',2),('z',1)]	[('',0),('p',2)]
-- [('q',3)]	Array(Tuple(String, UInt8))	[('z',1),('z',1)]	[('',0),('',0)]
SELECT has(items, ('p', 2)) + 0, indexOf(items, ('p', 2)), countEqual(items, ('p', 2)), hasAny(items, [('p', 2)]) + 0, hasAll(items, [('p', 2)]) + 0, hasSubstr([('a', 1), ('p', 2)], items) + 0 FROM t ORDER BY k;
-- 1	1	1	1	1	1
-- 0	0	0	0	0	1
SELECT arrayIntersect(items, [('p', 2)]), arraySort(arrayUnion(items, [('p', 2), ('z', 9)])), arraySort(arraySymmetricDifference(items, [('p', 2), ('z', 1)])) FROM t ORDER BY k;
-- [('p',2)]	[('p',2),('z',9)]	[('z',1)]
-- []	[('p',2),('z',9)]	[('p',2),('z',1)]
SELECT arrayPushBack(f, 'zzz'), length(arrayPushBack(f, 'zzz')[1]), arrayPushBack(d, 2), arrayPushBack(e, 'zz') FROM t ORDER BY k;
-- ['q','zzz']	1	[1.5,2]	['a','zz']
-- ['zzz']	3	[2]	['zz']
SELECT arrayPushBack(d, 2.5) FROM t;
-- error NO_COMMON_TYPE
ALTER TABLE t UPDATE items = arrayPushBack(items, ('new', 1)) WHERE k = 1;
INSERT INTO t (k, items) SELECT 3, arrayConcat(items, [('q', 3)]) FROM t WHERE k = 1;
ALTER TABLE t ADD COLUMN more Array(Tuple(a String, b UInt8)) DEFAULT arrayPushFront(items, ('first', 0));
SELECT k, items, more FROM t FINAL ORDER BY k;
-- 1	[('p',2),('new',1)]	[('first',0),('p',2),('new',1)]
-- 2	[]	[('first',0)]
-- 3	[('p',2),('new',1),('q',3)]	[('first',0),('p',2),('new',1),('q',3)]
