-- A view sees the rows of each INSERT as they come, before the engine makes one of several.

CREATE TABLE s (k Int64, v String, n Int64 DEFAULT k * 2, m Int64 MATERIALIZED k + 1, al Int64 ALIAS k * 10, e Int64 EPHEMERAL 3, fe Int64 DEFAULT e + 1) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE t (k Int64, c UInt64, note String DEFAULT 'none') ENGINE = MergeTree ORDER BY k;
CREATE TABLE u (k Int64, n Int64, m Int64, al Int64, fe Int64) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW v TO t AS SELECT count() AS c, k FROM s GROUP BY k;
CREATE MATERIALIZED VIEW w TO u AS SELECT k, n, m, al, fe FROM s;
INSERT INTO s (k, v) VALUES (1, 'a'), (1, 'b'), (2, 'c');
INSERT INTO s (k, v, e) VALUES (1, 'd', 100);
INSERT INTO s (k, v) SELECT number, 'x' FROM numbers(3);
SELECT * FROM t ORDER BY ALL;
-- 0	1	none
-- 1	1	none
-- 1	1	none
-- 1	2	none
-- 2	1	none
-- 2	1	none
SELECT * FROM v ORDER BY ALL;
-- 1	0
-- 1	1
-- 1	1
-- 1	2
-- 1	2
-- 2	1
SELECT * FROM u ORDER BY ALL;
-- 0	0	1	0	4
-- 1	2	2	10	4
-- 1	2	2	10	4
-- 1	2	2	10	4
-- 1	2	2	10	101
-- 2	4	3	20	4
-- 2	4	3	20	4
SELECT count() FROM s FINAL;
-- 3
SELECT max(c), sum(c) FROM v;
-- 2	7
OPTIMIZE TABLE s FINAL;
ALTER TABLE s DELETE WHERE k = 1 SETTINGS mutations_sync = 1;
DELETE FROM s WHERE k = 2;
TRUNCATE TABLE s;
SELECT count() FROM t;
-- 6
DROP TABLE s;
SELECT count() FROM v;
-- 6
