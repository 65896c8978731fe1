-- ALTER TABLE adds and drops projections, and keeps the columns that they name.

CREATE TABLE t (k Int64, v Int64, s String, PROJECTION p (SELECT v, count(), sum(k) GROUP BY v), PROJECTION n (SELECT * ORDER BY v)) ENGINE = MergeTree ORDER BY k;
ALTER TABLE t ADD PROJECTION p (SELECT v, count() GROUP BY v);
-- error ILLEGAL_PROJECTION
ALTER TABLE t ADD PROJECTION IF NOT EXISTS p (SELECT v, count() GROUP BY v);
ALTER TABLE t ADD PROJECTION q (SELECT s, max(v) GROUP BY s) FIRST;
ALTER TABLE t ADD PROJECTION q2 (SELECT s, max(v) GROUP BY s) AFTER p;
ALTER TABLE t ADD PROJECTION q3 (SELECT s, max(v) GROUP BY s) AFTER nothing;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `v` Int64,\n    `s` String,\n    PROJECTION q\n    (\n        SELECT\n            s,\n            max(v)\n        GROUP BY s\n    ),\n    PROJECTION p\n    (\n        SELECT\n            v,\n            count(),\n            sum(k)\n        GROUP BY v\n    ),\n    PROJECTION q2\n    (\n        SELECT\n            s,\n            max(v)\n        GROUP BY s\n    ),\n    PROJECTION n\n    (\n        SELECT *\n        ORDER BY v\n    ),\n    PROJECTION q3\n    (\n        SELECT\n            s,\n            max(v)\n        GROUP BY s\n    )\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
ALTER TABLE t DROP PROJECTION nothing;
-- error NO_SUCH_PROJECTION_IN_TABLE
ALTER TABLE t DROP PROJECTION IF EXISTS nothing;
ALTER TABLE t MATERIALIZE PROJECTION nothing;
ALTER TABLE t CLEAR PROJECTION IF EXISTS nothing;
ALTER TABLE t DROP COLUMN s;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t DROP COLUMN v;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t RENAME COLUMN v TO w;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t MODIFY COLUMN v Int32;
-- error CANNOT_CONVERT_TYPE
ALTER TABLE t MODIFY COLUMN s LowCardinality(String);
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE t CLEAR COLUMN v;
ALTER TABLE t MODIFY COLUMN v Int64 DEFAULT 5;
ALTER TABLE t COMMENT COLUMN v 'x';
ALTER TABLE t DROP PROJECTION q, DROP PROJECTION q2, DROP PROJECTION q3;
ALTER TABLE t DROP COLUMN s;
SHOW CREATE TABLE t;
-- CREATE TABLE shop.t\n(\n    `k` Int64,\n    `v` Int64 DEFAULT 5 COMMENT 'x',\n    PROJECTION p\n    (\n        SELECT\n            v,\n            count(),\n            sum(k)\n        GROUP BY v\n    ),\n    PROJECTION n\n    (\n        SELECT *\n        ORDER BY v\n    )\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
ALTER TABLE t ADD PROJECTION z (SELECT zz ORDER BY v);
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t ADD COLUMN zz Int64, ADD PROJECTION z (SELECT zz ORDER BY v);
CREATE TABLE c (a Int64, b Int64, c Int64, PROJECTION n (SELECT a, b, c ORDER BY b)) ENGINE = MergeTree ORDER BY a;
INSERT INTO c VALUES (1, 2, 3), (4, 5, 6);
ALTER TABLE c MODIFY COLUMN c Int32;
ALTER TABLE c MODIFY COLUMN b Int32;
SELECT a, b, c FROM c WHERE b = 5;
-- 4	5	6
ALTER TABLE c RENAME COLUMN c TO cc;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE c DROP PROJECTION n;
ALTER TABLE c RENAME COLUMN c TO cc;
SELECT a, b, cc FROM c WHERE b = 5;
-- 4	5	6

-- What a projection has by its star cannot be renamed, though it can be dropped.
CREATE TABLE stars (k String, v0 Int8, v1 Int32, v2 String, PROJECTION pn (SELECT * ORDER BY v0)) ENGINE = MergeTree ORDER BY k;
INSERT INTO stars VALUES ('a', 1, 2, 'x'), ('b', 0, 3, 'y');
ALTER TABLE stars RENAME COLUMN v1 TO w;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
ALTER TABLE stars RENAME COLUMN v0 TO w;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE stars DROP COLUMN v2;
SELECT * FROM stars WHERE v0 = 0;
-- b	0	3
ALTER TABLE stars DROP PROJECTION pn;
ALTER TABLE stars RENAME COLUMN v1 TO w;
SELECT k, w FROM stars ORDER BY k;
-- a	2
-- b	3
