-- A date or a time as the version.

CREATE TABLE d (k Int64, v String, day Date) ENGINE = ReplacingMergeTree(day) ORDER BY k;
CREATE TABLE s (k Int64, v String, at DateTime) ENGINE = ReplacingMergeTree(at) ORDER BY k;
CREATE TABLE m (k Int64, v String, at DateTime64(3)) ENGINE = ReplacingMergeTree(at) ORDER BY k;
INSERT INTO d VALUES (1, 'later', '2024-02-01');
INSERT INTO d VALUES (1, 'sooner', '2024-01-31');
INSERT INTO s VALUES (1, 'later', '2024-01-01 00:00:01');
INSERT INTO s VALUES (1, 'sooner', '2024-01-01 00:00:00');
INSERT INTO m VALUES (1, 'later', '2024-01-01 00:00:00.002');
INSERT INTO m VALUES (1, 'sooner', '2024-01-01 00:00:00.001');

SELECT v, day FROM d FINAL;
-- later	2024-02-01
SELECT v, at FROM s FINAL;
-- later	2024-01-01 00:00:01
SELECT v, at FROM m FINAL;
-- later	2024-01-01 00:00:00.002
