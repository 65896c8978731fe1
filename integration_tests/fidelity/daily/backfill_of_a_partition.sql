-- A partition that is loaded into a staging table and put in the place of the old one.

CREATE TABLE events (id UInt32, day Date, v String) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(day) ORDER BY id;
CREATE TABLE staging AS events;
INSERT INTO events VALUES (1, '2024-01-01', 'wrong'), (2, '2024-02-01', 'right');
INSERT INTO staging VALUES (1, '2024-01-01', 'mended'), (9, '2024-01-09', 'late');
ALTER TABLE events REPLACE PARTITION 202401 FROM staging;
SELECT * FROM events FINAL ORDER BY id;
-- 1	2024-01-01	mended
-- 2	2024-02-01	right
-- 9	2024-01-09	late
TRUNCATE TABLE staging;
SELECT count() FROM staging;
-- 0
ALTER TABLE events DROP PARTITION 202402;
SELECT id FROM events ORDER BY id;
-- 1
-- 9
