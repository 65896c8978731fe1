-- The entries of a map in order of what a lambda gives.

CREATE TABLE t (k UInt8, m Map(String, Int32), n Map(UInt8, Nullable(Float64))) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, {'a': 3, 'c': 1, 'b': 2}, {1: NULL, 2: 0.5, 3: nan}), (2, {}, {}), (3, {'x': 1, 'w': 1, 'y': 0}, {9: 1});
SELECT k, toString(mapSort((k, v) -> v, m)), toString(mapReverseSort((k, v) -> v, m)) FROM t FINAL ORDER BY k;
-- 1	{'c':1,'b':2,'a':3}	{'a':3,'b':2,'c':1}
-- 2	{}	{}
-- 3	{'y':0,'x':1,'w':1}	{'x':1,'w':1,'y':0}
SELECT k, toString(mapSort((key, v) -> -v * k, m)), toString(mapReverseSort((key, v) -> (v, key), m)) FROM t FINAL ORDER BY k;
-- 1	{'a':3,'b':2,'c':1}	{'a':3,'b':2,'c':1}
-- 2	{}	{}
-- 3	{'x':1,'w':1,'y':0}	{'x':1,'w':1,'y':0}
SELECT k, toString(mapSort((k, v) -> v, n)), toString(mapReverseSort((k, v) -> v, n)), toTypeName(mapSort((k, v) -> v, n)) FROM t ORDER BY k;
-- 1	{2:0.5,3:nan,1:NULL}	{2:0.5,3:nan,1:NULL}	Map(UInt8, Nullable(Float64))
-- 2	{}	{}	Map(UInt8, Nullable(Float64))
-- 3	{9:1}	{9:1}	Map(UInt8, Nullable(Float64))
SELECT k, mapKeys(mapSort((k, v) -> length(k) + v, m))[1] FROM t ORDER BY k;
-- 1	c
-- 2	''
-- 3	y
SELECT toString(mapSort(m)), toString(mapReverseSort(m)) FROM t ORDER BY k;
-- {'a':3,'b':2,'c':1}	{'c':1,'b':2,'a':3}
-- {}	{}
-- {'w':1,'x':1,'y':0}	{'y':0,'x':1,'w':1}
