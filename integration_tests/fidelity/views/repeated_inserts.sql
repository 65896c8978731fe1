-- A repeated INSERT: each target looks for what the view made of it in a window of its own.

CREATE TABLE s (k Int64) ENGINE = MergeTree ORDER BY k SETTINGS non_replicated_deduplication_window = 10;
CREATE TABLE d1 (k Int64, n UInt64) ENGINE = MergeTree ORDER BY k SETTINGS non_replicated_deduplication_window = 10;
CREATE TABLE d2 (k Int64, n UInt64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE d3 (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 10;
CREATE MATERIALIZED VIEW v1 TO d1 AS SELECT 0 AS k, count() AS n FROM s;
CREATE MATERIALIZED VIEW v1b TO d1 AS SELECT 0 AS k, count() AS n FROM s;
CREATE MATERIALIZED VIEW v2 TO d2 AS SELECT 0 AS k, count() AS n FROM s;
CREATE MATERIALIZED VIEW v3 TO d3 AS SELECT n FROM d1;
INSERT INTO s VALUES (1);
INSERT INTO s VALUES (1);
INSERT INTO s VALUES (2);
SELECT (SELECT count() FROM s), (SELECT count() FROM d1), (SELECT count() FROM d2), (SELECT count() FROM d3);
-- 2	4	3	4
INSERT INTO s SETTINGS insert_deduplication_token = 'x' VALUES (1);
INSERT INTO s SETTINGS insert_deduplication_token = 'x' VALUES (2);
SELECT (SELECT count() FROM s), (SELECT count() FROM d1), (SELECT count() FROM d2), (SELECT count() FROM d3);
-- 3	6	5	6
INSERT INTO s SETTINGS insert_deduplicate = 0 VALUES (1);
SELECT (SELECT count() FROM s), (SELECT count() FROM d1), (SELECT count() FROM d2), (SELECT count() FROM d3);
-- 3	6	6	6
INSERT INTO s SETTINGS deduplicate_blocks_in_dependent_materialized_views = 0 VALUES (2);
SELECT (SELECT count() FROM s), (SELECT count() FROM d1), (SELECT count() FROM d2), (SELECT count() FROM d3);
-- 3	8	7	8
CREATE TABLE plain (k Int64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE pt (k Int64) ENGINE = MergeTree ORDER BY k SETTINGS non_replicated_deduplication_window = 10;
CREATE MATERIALIZED VIEW pv TO pt AS SELECT 0 AS k FROM plain;
INSERT INTO plain VALUES (1);
INSERT INTO plain VALUES (1);
INSERT INTO plain VALUES (2);
SELECT (SELECT count() FROM plain), (SELECT count() FROM pt);
-- 3	2
