-- A table built anew beside the old one, then exchanged with it.

CREATE TABLE dim (id UInt32, name String) ENGINE = ReplacingMergeTree ORDER BY id;
INSERT INTO dim VALUES (1, 'old');
CREATE VIEW names AS SELECT name FROM dim FINAL;
CREATE TABLE dim_new AS dim;
INSERT INTO dim_new VALUES (1, 'new'), (2, 'newer');
EXCHANGE TABLES dim AND dim_new;
DROP TABLE dim_new;
SELECT * FROM dim FINAL ORDER BY id;
-- 1	new
-- 2	newer
SELECT name FROM names ORDER BY name;
-- new
-- newer
