-- SETTINGS of a SELECT in a UNION are its own; those of the last one are the whole query's.

CREATE TABLE t (k Int32, v Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1);
INSERT INTO t VALUES (1, 2);
SELECT 'a' AS w, count() FROM t SETTINGS final = 1 UNION ALL SELECT 'b' AS w, count() FROM t;
-- a	1
-- b	2
SELECT 'a' AS w, count() FROM t UNION ALL SELECT 'b' AS w, count() FROM t SETTINGS final = 1;
-- a	1
-- b	1
SELECT 'a' AS w, count() FROM t SETTINGS final = 0 UNION ALL SELECT 'b' AS w, count() FROM t SETTINGS final = 1;
-- a	2
-- b	1
SELECT 'a' AS w, count() FROM t SETTINGS final = 1 UNION ALL SELECT 'b' AS w, count() FROM t UNION ALL SELECT 'c' AS w, count() FROM t SETTINGS final = 1 UNION ALL SELECT 'd' AS w, count() FROM t;
-- a	1
-- b	2
-- c	1
-- d	2
SELECT * FROM (SELECT 'a' AS w, count() FROM t UNION ALL SELECT 'b' AS w, count() FROM t SETTINGS final = 1);
-- a	2
-- b	1
(SELECT 'a' AS w, count() FROM t SETTINGS final = 1) UNION ALL SELECT 'b' AS w, count() FROM t;
-- a	1
-- b	2
SELECT count() FROM t SETTINGS final = 1 INTERSECT SELECT 1::UInt64;
-- 1
(SELECT count() FROM t SETTINGS final = 1) EXCEPT (SELECT count() FROM t);
-- 1
WITH c AS (SELECT 'a' AS w, count() FROM t SETTINGS final = 1 UNION ALL SELECT 'b' AS w, count() FROM t) SELECT * FROM c;
-- a	1
-- b	2
SELECT 'a' AS w, ifNull(sum(v), -1) FROM t WHERE v > 99 SETTINGS aggregate_functions_null_for_empty = 1 UNION ALL SELECT 'b', ifNull(sum(v), -1) FROM t WHERE v > 99;
-- a	-1
-- b	0
