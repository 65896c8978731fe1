-- PREWHERE beside ARRAY JOIN names columns of the table, not elements.

CREATE TABLE a (k Int32, v UInt32, x Int32, arr Array(Int32)) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO a VALUES (1, 1, 10, [1, 2]), (2, 1, 30, [3]);
INSERT INTO a VALUES (1, 2, 40, [7]);
SELECT k, x FROM a FINAL ARRAY JOIN arr AS x PREWHERE a.x < 21 ORDER BY ALL;
-- 1	1
-- 1	2
SELECT k, x FROM a ARRAY JOIN arr AS x PREWHERE x < 21;
-- error ILLEGAL_PREWHERE
SELECT k FROM a ARRAY JOIN arr PREWHERE a.arr > 1;
-- error ILLEGAL_PREWHERE
SELECT k, e FROM a AS t FINAL ARRAY JOIN t.arr AS e PREWHERE length(t.arr) > 1 ORDER BY ALL;
-- 1	1
-- 1	2
SELECT k, e, u.x FROM a AS t ARRAY JOIN arr AS e LEFT JOIN a AS u FINAL ON t.k = u.k PREWHERE length(arr) > 1 AND t.k = 1 ORDER BY ALL;
-- 1	1	40
-- 1	2	40
SELECT k, e FROM a AS t FINAL LEFT ARRAY JOIN arr AS e PREWHERE t.v = 1 WHERE e != 2 ORDER BY ALL;
-- 1	1
-- 2	3
