-- Maps that a query makes of its columns are keys like others.

CREATE TABLE g (k UInt8, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO g SELECT number % 3, toString(number % 2) FROM numbers(10);
SELECT map(k, 1) AS m, count() FROM g GROUP BY m ORDER BY toString(m);
-- {0:1}	4
-- {1:1}	3
-- {2:1}	3
SELECT map(s, k) AS m, toString(m) AS t, count() FROM g GROUP BY m ORDER BY t;
-- {'0':0}	{'0':0}	2
-- {'0':1}	{'0':1}	1
-- {'0':2}	{'0':2}	2
-- {'1':0}	{'1':0}	2
-- {'1':1}	{'1':1}	2
-- {'1':2}	{'1':2}	1
SELECT map(k, 1) AS m, count() FROM g GROUP BY m HAVING length(m) = 1 ORDER BY count(), m[0] DESC, toString(m);
-- {1:1}	3
-- {2:1}	3
-- {0:1}	4
SELECT toString(map(k, 1)), count() FROM g GROUP BY map(k, 1) ORDER BY 1;
-- {0:1}	4
-- {1:1}	3
-- {2:1}	3
SELECT map(k, [k]) AS m, arrayMap(x -> toString(x), mapKeys(m)) AS z, count() FROM g GROUP BY m ORDER BY z;
-- {0:[0]}	['0']	4
-- {1:[1]}	['1']	3
-- {2:[2]}	['2']	3
SELECT map('a', 1) AS m, count() FROM g GROUP BY m;
-- {'a':1}	10
SELECT [map(k, 1)] AS m, count() FROM g GROUP BY m ORDER BY toString(m);
-- [{0:1}]	4
-- [{1:1}]	3
-- [{2:1}]	3
SELECT map(k, s) AS m, row_number() OVER (PARTITION BY toString(m) ORDER BY k) AS n FROM g QUALIFY n = 1 ORDER BY k, s;
-- {0:'0'}	1
-- {0:'1'}	1
-- {1:'0'}	1
-- {1:'1'}	1
-- {2:'0'}	1
-- {2:'1'}	1
