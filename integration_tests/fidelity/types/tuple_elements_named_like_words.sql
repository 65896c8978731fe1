-- Names of a tuple's elements that are words of the grammar are in backquotes.

CREATE TABLE t (k UInt8, p Tuple(`values` Int8, `from` String, `NULL` UInt8, keys Int8, `a b` Int8), m Map(String, UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, (2, 'x', 3, 4, 5), {'a': 1});
SELECT toTypeName(p), p.values, p.`from`, p.keys, toString(p) FROM t;
-- Tuple(\n    `values` Int8,\n    `from` String,\n    `NULL` UInt8,\n    keys Int8,\n    `a b` Int8)	2	x	4	(2,'x',3,4,5)
SELECT toTypeName(arrayJoin(m)), toTypeName(tuple(1 AS top, 2 AS some)), toTypeName(CAST((1, tuple(2)), 'Tuple(Values Int8, x Tuple(all UInt8))')) FROM t;
-- Tuple(\n    keys String,\n    `values` UInt8)	Tuple(UInt8, UInt8)	Tuple(\n    `Values` Int8,\n    x Tuple(\n        `all` UInt8))
SELECT arrayJoin(m) AS e, e.keys, e.values FROM t;
-- ('a',1)	a	1
SELECT type FROM system.columns WHERE database = currentDatabase() AND name = 'p';
-- Tuple(`values` Int8, `from` String, `NULL` UInt8, keys Int8, `a b` Int8)
CREATE TABLE u ENGINE = MergeTree ORDER BY k AS SELECT * FROM t;
SELECT toTypeName(p) FROM u;
-- Tuple(\n    `values` Int8,\n    `from` String,\n    `NULL` UInt8,\n    keys Int8,\n    `a b` Int8)
SELECT toTypeName(CAST(tuple(1), 'Tuple(a Int8)')), toTypeName([CAST((1, tuple(2)), 'Tuple(Int8, Tuple(a UInt8))')]), toTypeName(tuple(1)) FROM t;
-- Tuple(\n    a Int8)	Array(Tuple(Int8, Tuple(\n    a UInt8)))	Tuple(UInt8)
