-- OR REPLACE makes a new table in the place of the old one, IF NOT EXISTS keeps what is there.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1);
CREATE TABLE IF NOT EXISTS t (z String) ENGINE = MergeTree ORDER BY z;
SELECT * FROM t FINAL;
-- 1
CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
-- error TABLE_ALREADY_EXISTS
CREATE OR REPLACE TABLE t (z String) ENGINE = MergeTree ORDER BY z;
SELECT count() FROM t;
-- 0
INSERT INTO t VALUES ('new');
SELECT * FROM t;
-- new
