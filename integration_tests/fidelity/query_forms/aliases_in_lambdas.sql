-- An alias that names what a lambda takes means the lambda's value where it stands in its body.
SELECT upper(name) AS u, arrayMap(name -> u, ['x', 'y']) FROM (SELECT 'q' AS name);
-- Q	['X','Y']
SELECT arrayMap(name -> concat(u, name), ['x', 'y']), upper(name) AS u, u FROM (SELECT 'q' AS name);
-- ['Xx','Yy']	Q	Q
SELECT upper(name) AS u, u || '1' AS w, arrayMap(name -> w, ['x', 'y']) FROM (SELECT 'q' AS name);
-- Q	Q1	['X1','Y1']
SELECT upper(name) AS u, arrayMap(x -> arrayMap(name -> u || x, ['x', 'y']), ['1']) FROM (SELECT 'q' AS name);
-- Q	[['X1','Y1']]
WITH upper(name) AS u SELECT arrayMap(name -> u, ['x', 'y']) FROM (SELECT 'q' AS name);
-- ['X','Y']
SELECT upper(t.name) AS u, arrayMap(name -> u, ['x', 'y']) FROM (SELECT 'q' AS name) AS t;
-- Q	['Q','Q']
SELECT name || 'a' AS u, arrayFilter(name -> u = 'ya', ['x', 'y']) FROM (SELECT 'q' AS name) AS t WHERE u = 'qa';
-- qa	['y']
SELECT k + 1 AS u, arrayMap(k -> u, [10, 20]), arraySum((k, v) -> u * v, [1, 2], [3, 4]) FROM (SELECT 1 AS k);
-- 2	[11,21]	18
SELECT trim(name) AS u, arrayFilter(name -> u = '', [1, 2]) FROM (SELECT 'q' AS name);
-- error ILLEGAL_TYPE_OF_ARGUMENT
