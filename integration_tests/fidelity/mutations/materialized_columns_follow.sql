-- MATERIALIZED columns of an updated column are computed anew.

CREATE TABLE t (k Int64, v String, m String MATERIALIZED upper(v), d String DEFAULT lower(v)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t (k, v) VALUES (1, 'Aa');
SET mutations_sync = 1;
ALTER TABLE t UPDATE v = 'Bb' WHERE k = 1;
SELECT v, m, d FROM t;
-- Bb	BB	aa
