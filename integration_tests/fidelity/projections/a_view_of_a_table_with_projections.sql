-- A view asks its query about the rows of an INSERT, which have no projection, whatever older parts have.
CREATE TABLE t (id Int64, p UInt8, v UInt32, PROJECTION counts (SELECT p, count(), sum(v) GROUP BY p), PROJECTION sorted (SELECT p, v ORDER BY v)) ENGINE = MergeTree ORDER BY id;
CREATE TABLE counts (p UInt8, n UInt64, s UInt64) ENGINE = SummingMergeTree ORDER BY p;
CREATE TABLE large (p UInt8, v UInt32) ENGINE = MergeTree ORDER BY p;
CREATE MATERIALIZED VIEW mv TO counts AS SELECT p, count() AS n, sum(v) AS s FROM t GROUP BY p;
CREATE MATERIALIZED VIEW mv2 TO large AS SELECT p, v FROM t WHERE v > 4998;
INSERT INTO t VALUES (1, 0, 1), (2, 1, 5000);
INSERT INTO t SELECT number, number % 2, number FROM numbers(5000);
INSERT INTO t SELECT id + 5000, p, v FROM t WHERE id < 10;
SELECT p, n, s FROM counts FINAL ORDER BY p;
-- 0	2507	6247522
-- 1	2507	6260025
SELECT p, count(), sum(v) FROM t GROUP BY p ORDER BY p;
-- 0	2507	6247522
-- 1	2507	6260025
SELECT p, v FROM large ORDER BY p, v;
-- 1	4999
-- 1	5000
-- 1	5000
