-- One person's rows deleted everywhere, older versions included.

CREATE TABLE visits (person UInt32, at DateTime, page String) ENGINE = ReplacingMergeTree ORDER BY (person, at);
INSERT INTO visits VALUES (1, '2024-01-01 00:00:00', 'a'), (2, '2024-01-01 00:00:00', 'a');
INSERT INTO visits VALUES (1, '2024-01-01 00:00:00', 'b'), (1, '2024-01-02 00:00:00', 'c');
DELETE FROM visits WHERE person = 1;
SELECT * FROM visits;
-- 2	2024-01-01 00:00:00	a
SELECT count() FROM visits FINAL;
-- 1
INSERT INTO visits VALUES (1, '2024-01-03 00:00:00', 'd');
SELECT person, page FROM visits FINAL ORDER BY person;
-- 1	d
-- 2	a
ALTER TABLE visits DELETE WHERE person = 1 SETTINGS mutations_sync = 2;
SELECT person FROM visits;
-- 2
