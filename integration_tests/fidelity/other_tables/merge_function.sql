-- merge(): the tables are found when the query is read, also in a view.

CREATE TABLE q1 (k UInt64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE VIEW vm AS SELECT k, v FROM merge('^nothing');
-- error CANNOT_EXTRACT_TABLE_STRUCTURE
CREATE VIEW vm AS SELECT k, v, _table FROM merge('^q');
CREATE TABLE q2 (k UInt64, v Int64, w Int8) ENGINE = MergeTree ORDER BY k;
INSERT INTO q2 VALUES (5, 5, 5);
INSERT INTO q1 VALUES (1, 1);
INSERT INTO q1 VALUES (1, 2);
SELECT * FROM vm ORDER BY ALL;
-- 1	1	q1
-- 1	2	q1
-- 5	5	q2
SELECT * FROM merge('^q') ORDER BY ALL;
-- 1	1	0
-- 1	2	0
-- 5	5	5
SELECT * FROM merge('^q') ORDER BY k, v, w;
-- 1	1	0
-- 1	2	0
-- 5	5	5
SELECT * FROM merge('^q') FINAL ORDER BY ALL;
-- 1	2	0
-- 5	5	5
SELECT * FROM merge(currentDatabase(), '^q') AS z FINAL WHERE z.k > 1 ORDER BY ALL;
-- 5	5	5
SELECT k, v FROM merge('^q') WHERE _table = 'q1' ORDER BY ALL;
-- 1	1
-- 1	2
SELECT a.k, b.v FROM merge('^q') AS a JOIN merge('^q') AS b ON a.k = b.k ORDER BY ALL;
-- 1	1
-- 1	1
-- 1	2
-- 1	2
-- 5	5
SELECT count() FROM merge('^q') FINAL;
-- 2
DROP TABLE q1;
SELECT * FROM vm;
-- 5	5	q2
DROP TABLE q2;
SELECT * FROM vm;
-- error CANNOT_EXTRACT_TABLE_STRUCTURE
SELECT * FROM merge('^q');
-- error CANNOT_EXTRACT_TABLE_STRUCTURE
