-- BETWEEN is a condition of its own in a chain of AND, and NOT BETWEEN in one of OR.

CREATE TABLE t (k UInt32, b UInt8) ENGINE = MergeTree ORDER BY k;

INSERT INTO t VALUES (1, 1), (2, 0), (5, 1);

SELECT k BETWEEN 1 AND 3 AS x, count() FROM t
GROUP BY CUBE(k BETWEEN 1 AND 3) HAVING k BETWEEN 1 AND 3 AND true ORDER BY 1;
-- 1	2

SELECT k NOT BETWEEN 1 AND 3 AS x, count() FROM t
GROUP BY k NOT BETWEEN 1 AND 3 HAVING k NOT BETWEEN 1 AND 3 OR count() > 1 ORDER BY 1;
-- 0	2
-- 1	1

EXPLAIN SYNTAX SELECT k BETWEEN 1 AND 3 AND b, k FROM t WHERE k NOT BETWEEN 1 AND 2 OR b;
-- SELECT\n    and(and(greaterOrEquals(k, 1), lessOrEquals(k, 3)), b),\n    k\nFROM t\nWHERE or(or(less(k, 1), greater(k, 2)), b)

EXPLAIN SYNTAX SELECT b AND k BETWEEN 1 AND 3 AND b AND k FROM t;
-- SELECT and(b, and(greaterOrEquals(k, 1), lessOrEquals(k, 3)), b, k)\nFROM t
