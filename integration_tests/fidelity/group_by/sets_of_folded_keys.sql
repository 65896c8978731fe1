-- A set of keys that are known before a row is read has a group of no rows, as () has.

CREATE TABLE e (k Int32, day Date, arr Array(Int8)) ENGINE = ReplacingMergeTree ORDER BY k;
SELECT count() FROM e GROUP BY GROUPING SETS ((day), (toTypeName(arr) = 'x'));
-- 0
SELECT count(), max(k), toTypeName(arr) = 'x' AS q FROM e FINAL GROUP BY GROUPING SETS ((day), (q));
-- 0	0	0
SELECT count() FROM e GROUP BY toTypeName(arr) = 'x';
-- (no rows)
SELECT count() FROM e GROUP BY GROUPING SETS ((day), (materialize('x')));
-- (no rows)
SELECT sum(n) FROM (SELECT count() + 1 AS n FROM e GROUP BY GROUPING SETS ((day), (concat('a', 'b')), ('c', toTypeName(k))));
-- 2
