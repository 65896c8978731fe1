-- How values of the partition key become ids.

CREATE TABLE d (k Int64, day Date) ENGINE = MergeTree PARTITION BY day ORDER BY k;
CREATE TABLE m (k Int64, day Date) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY k;
CREATE TABLE s (k Int64, g String) ENGINE = MergeTree PARTITION BY g ORDER BY k;
CREATE TABLE p (k Int64, g Int8) ENGINE = MergeTree PARTITION BY (g, k % 2) ORDER BY k;
CREATE TABLE n (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO d VALUES (1, '2024-01-31');
INSERT INTO m VALUES (1, '2024-01-31');
INSERT INTO s VALUES (1, 'north');
INSERT INTO p VALUES (1, -3);
INSERT INTO n VALUES (1);
SELECT table, partition, partition_id, name FROM system.parts
WHERE database = 'shop' AND active ORDER BY table;
-- d	2024-01-31	20240131	20240131_1_1_0
-- m	202401	202401	202401_1_1_0
-- n	tuple()	all	all_1_1_0
-- p	(-3,1)	-3-1	-3-1_1_1_0
-- s	north	ab439b62893346d0a5509066502a5870	ab439b62893346d0a5509066502a5870_1_1_0
