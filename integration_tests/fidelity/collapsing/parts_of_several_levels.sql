-- A merge takes a part that came of a merge to have each key once. Where such a part begins a key
-- with several rows, all but the last of them stay and have no say in the rest.

CREATE TABLE first (k Int32, sign Int8, n Int32) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
INSERT INTO first VALUES (1, -1, 1), (1, 1, 2), (2, -1, 3), (2, 1, 4), (3, -1, 5), (3, 1, 6);
INSERT INTO first VALUES (1, 1, 7), (2, -1, 8), (4, 1, 9);
INSERT INTO first VALUES (1, -1, 10), (2, -1, 11);
SELECT * FROM first FINAL ORDER BY ALL;
-- 1	1	7
-- 3	1	6
-- 4	1	9
OPTIMIZE TABLE first FINAL;
SELECT * FROM first ORDER BY k, n;
-- 1	-1	1
-- 1	1	7
-- 2	-1	3
-- 2	-1	8
-- 3	-1	5
-- 3	1	6
-- 4	1	9
INSERT INTO first VALUES (1, -1, 12), (2, 1, 13), (3, -1, 14);
SELECT * FROM first FINAL ORDER BY ALL;
-- 2	1	13
-- 4	1	9
OPTIMIZE TABLE first FINAL;
SELECT * FROM first ORDER BY k, n;
-- 1	-1	1
-- 2	-1	3
-- 2	-1	8
-- 2	1	13
-- 3	-1	5
-- 4	1	9
CREATE TABLE later (k Int32, sign Int8, n Int32) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
INSERT INTO later VALUES (1, 1, 7), (2, -1, 8), (4, 1, 9);
INSERT INTO later VALUES (1, -1, 1), (1, 1, 2), (2, -1, 3), (2, 1, 4), (3, -1, 5), (3, 1, 6);
OPTIMIZE TABLE later FINAL;
SELECT * FROM later ORDER BY k, n;
-- 1	1	2
-- 2	-1	8
-- 3	-1	5
-- 3	1	6
-- 4	1	9
CREATE TABLE raw (k Int32, sign Int8, n Int32) ENGINE = CollapsingMergeTree(sign) ORDER BY k;
INSERT INTO raw SETTINGS optimize_on_insert = 0 VALUES (1, -1, 1), (1, 1, 2), (2, -1, 3), (2, 1, 4);
INSERT INTO raw VALUES (1, 1, 5), (2, -1, 6);
OPTIMIZE TABLE raw FINAL;
SELECT * FROM raw ORDER BY k, n;
-- 1	1	5
-- 2	-1	3
CREATE TABLE changed (k Int32, sign Int8, n Int32) ENGINE = CollapsingMergeTree(sign) ORDER BY k SETTINGS min_bytes_for_wide_part = 0;
INSERT INTO changed VALUES (1, -1, 1), (1, 1, 2), (2, -1, 3), (2, 1, 4), (3, -1, 5), (3, 1, 6);
ALTER TABLE changed ADD COLUMN s String DEFAULT toString(n);
ALTER TABLE changed UPDATE n = n * 10 WHERE k < 3 SETTINGS mutations_sync = 2;
DELETE FROM changed WHERE k = 2 AND sign = -1;
INSERT INTO changed (k, sign, n) VALUES (1, 1, 7), (2, 1, 8), (3, 1, 9), (4, 1, 10);
OPTIMIZE TABLE changed FINAL;
SELECT * FROM changed ORDER BY k, n;
-- 1	1	7	7
-- 1	-1	10	10
-- 2	1	8	8
-- 3	-1	5	5
-- 3	1	9	9
-- 4	1	10	10
CREATE TABLE split (k Int32, sign Int8, n Int32, p Int32) ENGINE = CollapsingMergeTree(sign) ORDER BY k PARTITION BY p;
INSERT INTO split VALUES (1, -1, 1, 1), (1, 1, 2, 1), (1, -1, 3, 2), (1, 1, 4, 2);
INSERT INTO split VALUES (1, 1, 5, 1), (1, -1, 6, 2);
OPTIMIZE TABLE split PARTITION 1 FINAL;
SELECT * FROM split ORDER BY p, k, n;
-- 1	-1	1	1
-- 1	1	5	1
-- 1	-1	3	2
-- 1	1	4	2
-- 1	-1	6	2
