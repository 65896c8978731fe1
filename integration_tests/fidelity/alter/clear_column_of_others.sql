-- MATERIALIZED columns that depend on a cleared column get their values anew.
CREATE TABLE boxes (id UInt32, width UInt32, area UInt32 MATERIALIZED width * width, cost UInt32 MATERIALIZED area + 1, label String DEFAULT concat('w', toString(width)))
ENGINE = MergeTree ORDER BY id;
INSERT INTO boxes (id, width) VALUES (1, 5), (2, 6);
ALTER TABLE boxes CLEAR COLUMN width;
SELECT id, width, area, cost, label FROM boxes ORDER BY id;
-- 1	0	0	1	w5
-- 2	0	0	1	w6
SELECT id FROM boxes WHERE area = 0 ORDER BY id;
-- 1
-- 2
INSERT INTO boxes (id, width) VALUES (3, 7);
SELECT id, width, area, cost, label FROM boxes ORDER BY id;
-- 1	0	0	1	w5
-- 2	0	0	1	w6
-- 3	7	49	50	w7
OPTIMIZE TABLE boxes FINAL;
SELECT id, width, area, cost, label FROM boxes ORDER BY id;
-- 1	0	0	1	w5
-- 2	0	0	1	w6
-- 3	7	49	50	w7

-- one that needs an EPHEMERAL column stays as it is
CREATE TABLE visits (id UInt32, seconds UInt32, zone UInt32 EPHEMERAL 7, next UInt32 MATERIALIZED seconds + 1, local UInt32 MATERIALIZED next + zone)
ENGINE = MergeTree ORDER BY id;
INSERT INTO visits (id, seconds, zone) VALUES (1, 5, 7);
ALTER TABLE visits CLEAR COLUMN seconds;
SELECT id, seconds, next, local FROM visits;
-- 1	0	1	13
