-- Arrays, maps and tuples as texts: in brackets, texts and times in quotes.

CREATE TABLE t (k Int32, a Array(String), n Array(Nullable(Int32)), m Map(String, Array(Int32)), p Tuple(a Int32, b String), d Array(Date)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['x', 'it''s', 'a\\b'], [1, NULL], {'k': [1, 2]}, (7, 'q'), ['2024-01-01']), (2, [], [], {}, (0, ''), []);

SELECT k, toString(a), toString(n) FROM t FINAL ORDER BY k;
-- 1	['x','it\\'s','a\\\\b']	[1,NULL]
-- 2	[]	[]
SELECT k, toString(m), toString(p), toString(d) FROM t FINAL ORDER BY k;
-- 1	{'k':[1,2]}	(7,'q')	['2024-01-01']
-- 2	{}	(0,'')	[]
SELECT toString([1, 2, 3]), toString((1, 'a', NULL)), toString([[1], [2, 3]]), toString([(1, 'a')]);
-- [1,2,3]	(1,'a',NULL)	[[1],[2,3]]	[(1,'a')]
SELECT toString([1.5, 2]), toString([toDateTime('2024-01-01 00:00:00')]), toString(tuple(1));
-- [1.5,2]	['2024-01-01 00:00:00']	(1)
SELECT toString(['tab\t', 'line\n', 'é', '"']);
-- ['tab\\t','line\\n','é','"']
SELECT database(), hostname() = hostName(), uptime() >= 0 ? 'up' : 'down';
-- shop	1	up
