-- The settings `limit` and `offset` cut the answer of a query, after its own LIMIT.

CREATE TABLE t (k Int64, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, toString(number % 3) FROM numbers(10);
SELECT k FROM t ORDER BY k SETTINGS limit = 3, offset = 2;
-- 2
-- 3
-- 4
SELECT k FROM t ORDER BY k LIMIT 5 SETTINGS limit = 3;
-- 0
-- 1
-- 2
SELECT k FROM t ORDER BY k LIMIT 5 OFFSET 2 SETTINGS limit = 10, offset = 3;
-- 5
-- 6
SELECT v FROM t ORDER BY v LIMIT 1 WITH TIES SETTINGS limit = 2, offset = 1;
-- 0
-- 0
SELECT v, k FROM t ORDER BY v, k LIMIT 1 BY v SETTINGS offset = 2;
-- 2	2
SELECT k FROM t ORDER BY k LIMIT -4 SETTINGS limit = 2;
-- 6
-- 7
SELECT k FROM t ORDER BY k SETTINGS limit = -2;
-- 8
-- 9
SELECT k FROM t ORDER BY k SETTINGS offset = 0.25, limit = 0.5;
-- 3
-- 4
-- 5
-- 6
-- 7
SELECT k FROM t ORDER BY k SETTINGS limit = 3.7;
-- error INVALID_LIMIT_EXPRESSION
SELECT k FROM t ORDER BY k SETTINGS limit = 1e21;
-- error INVALID_LIMIT_EXPRESSION
SELECT k FROM t ORDER BY k SETTINGS limit = 'x';
-- error CANNOT_PARSE_NUMBER
SELECT k FROM t ORDER BY k SETTINGS offset = -3, limit = 0.5;
-- error NOT_IMPLEMENTED
SELECT k FROM t ORDER BY k SETTINGS limit = 3 SETTINGS limit = 2;
-- error BAD_ARGUMENTS
SELECT count() FROM t SETTINGS limit = 3;
-- 10
SELECT count() FROM t SETTINGS offset = 1;
-- (no rows)
SELECT k, k FROM t ORDER BY k SETTINGS limit = 1;
-- 0	0
SELECT v, count() FROM t GROUP BY v WITH ROLLUP ORDER BY v SETTINGS limit = 2;
-- ''	10
-- 0	4
SELECT k, row_number() OVER (ORDER BY k) FROM t ORDER BY k SETTINGS limit = 2, offset = 1;
-- 1	2
-- 2	3
SELECT k, x FROM t ARRAY JOIN [1, 2] AS x ORDER BY k, x SETTINGS limit = 3, offset = 1;
-- 0	2
-- 1	1
-- 1	2
SELECT k FROM t ORDER BY k WITH FILL FROM 0 TO 15 SETTINGS offset = 12;
-- 12
-- 13
-- 14

-- Inside of other queries they cut what those read.
SELECT count() FROM (SELECT k FROM t SETTINGS limit = 3);
-- 3
SELECT * FROM (SELECT k FROM t ORDER BY k LIMIT 6 SETTINGS limit = 5, offset = 2) ORDER BY k SETTINGS offset = 2;
-- 4
-- 5
SELECT count() FROM t WHERE k IN (SELECT k FROM t ORDER BY k SETTINGS limit = 3);
-- 3
SELECT (SELECT k FROM t ORDER BY k DESC SETTINGS limit = 1);
-- 9
SELECT k FROM t AS a WHERE EXISTS (SELECT 1 FROM t AS b WHERE b.k = a.k + 5 SETTINGS limit = 1) ORDER BY k;
-- 0
-- 1
-- 2
-- 3
-- 4
WITH c AS (SELECT k FROM t ORDER BY k SETTINGS limit = 2) SELECT count() FROM c;
-- 2
SELECT a.k FROM t AS a JOIN (SELECT k FROM t ORDER BY k SETTINGS limit = 3) AS b ON a.k = b.k ORDER BY a.k;
-- 0
-- 1
-- 2
SELECT getSetting('limit') FROM t LIMIT 1 SETTINGS limit = 3;
-- 0

-- Those of a union's last SELECT are the whole union's.
SELECT 1 FROM t UNION ALL SELECT 1 FROM t SETTINGS limit = 2;
-- 1
-- 1
SELECT count() FROM (SELECT k FROM t SETTINGS limit = 4 UNION ALL SELECT k FROM t);
-- 14
SELECT count() FROM (SELECT k FROM t UNION ALL (SELECT k FROM t SETTINGS limit = 3));
-- 3
SELECT count() FROM (SELECT k FROM t UNION ALL (SELECT k FROM t UNION ALL SELECT k FROM t SETTINGS limit = 3));
-- 13
SELECT count() FROM (SELECT k FROM t SETTINGS limit = 4 UNION ALL SELECT k FROM t SETTINGS limit = 3);
-- error BAD_ARGUMENTS
SELECT count() FROM (SELECT v FROM t EXCEPT SELECT '1' FROM t SETTINGS limit = 4);
-- 4
SELECT 1 FROM t SETTINGS limit = 2 INTERSECT ALL SELECT 1 FROM t;
-- 1
-- 1

-- An INSERT has those of its SELECT; a view has none of its own.
CREATE TABLE u (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO u SELECT k FROM t ORDER BY k SETTINGS limit = 3;
SELECT k FROM u ORDER BY k;
-- 0
-- 1
-- 2
CREATE TABLE u2 ENGINE = MergeTree ORDER BY k AS SELECT k FROM t ORDER BY k SETTINGS limit = 4, offset = 1;
SELECT k FROM u2 ORDER BY k;
-- 1
-- 2
-- 3
-- 4
CREATE VIEW w AS SELECT k FROM t;
CREATE VIEW w2 AS SELECT k FROM t SETTINGS limit = 2;
-- error NOT_IMPLEMENTED
CREATE VIEW w2 AS SELECT k FROM (SELECT k FROM t SETTINGS limit = 2);
-- error NOT_IMPLEMENTED
CREATE MATERIALIZED VIEW m TO u AS SELECT k FROM t SETTINGS limit = 2;
-- error NOT_IMPLEMENTED
SELECT k FROM w ORDER BY k SETTINGS limit = 2;
-- 0
-- 1

-- SET sets them for answers alone.
SET limit = 2, offset = 1;
SELECT k FROM t ORDER BY k;
-- 1
-- 2
SELECT k FROM t ORDER BY k SETTINGS limit = 4;
-- 1
-- 2
-- 3
-- 4
SELECT k FROM w ORDER BY k LIMIT 2;
-- 1
SELECT count() FROM t;
-- (no rows)
SELECT count() FROM t SETTINGS offset = 0;
-- 10
SELECT 1 FROM t UNION ALL SELECT 1 FROM t;
-- 1
-- 1
INSERT INTO u SELECT k FROM t;
DELETE FROM t WHERE k IN (SELECT k FROM t WHERE k > 4);
SET limit = DEFAULT, offset = 0;
SELECT count() FROM u;
-- 13
SELECT count() FROM t;
-- 5
