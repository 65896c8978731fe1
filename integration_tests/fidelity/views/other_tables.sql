-- Other tables of a view's query are read in full; the source is the block wherever it is named.

CREATE TABLE s (k Int64, v String) ENGINE = ReplacingMergeTree PARTITION BY k % 2 ORDER BY k;
CREATE TABLE dim (k Int64, n String) ENGINE = MergeTree ORDER BY k;
CREATE TABLE t (k Int64, n String, total UInt64, dims UInt64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE listed (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO dim VALUES (1, 'one'), (2, 'two');
CREATE MATERIALIZED VIEW v TO t AS SELECT s.k AS k, dim.n AS n, (SELECT count() FROM s) AS total, (SELECT count() FROM dim) AS dims FROM s LEFT JOIN dim ON s.k = dim.k;
CREATE MATERIALIZED VIEW w TO listed AS SELECT k FROM s WHERE k IN dim;
-- error NUMBER_OF_COLUMNS_DOESNT_MATCH
INSERT INTO s VALUES (1, 'a'), (1, 'b'), (3, 'c');
INSERT INTO dim VALUES (3, 'three');
INSERT INTO s VALUES (3, 'd'), (4, 'e');
SELECT * FROM t ORDER BY ALL;
-- 1	one	3	2
-- 1	one	3	2
-- 3	''	3	2
-- 3	three	2	3
-- 4	''	2	3
SELECT * FROM listed ORDER BY k;
-- (no rows)
INSERT INTO t VALUES (9, 'x', 0, 0);
SELECT count() FROM v;
-- 6
