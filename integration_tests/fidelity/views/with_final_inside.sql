-- A view reads the latest rows; FINAL on the view itself is accepted and ignored.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO t VALUES (1, 'old', 1);
INSERT INTO t VALUES (1, 'new', 2);
CREATE VIEW stored AS SELECT * FROM t;
CREATE VIEW newest AS SELECT k, v FROM t FINAL WHERE k < 10;
SELECT count() FROM stored;
-- 2
SELECT count() FROM stored FINAL;
-- 2
SELECT * FROM newest;
-- 1	new
SELECT count() FROM stored SETTINGS final = 1;
-- 1
INSERT INTO t VALUES (1, 'newer', 3), (2, 'x', 1), (11, 'y', 1);
SELECT * FROM newest ORDER BY k;
-- 1	newer
-- 2	x
SELECT n.v, s.ver FROM newest AS n JOIN stored AS s ON n.k = s.k ORDER BY s.ver, n.v;
-- newer	1
-- x	1
-- newer	2
-- newer	3
CREATE VIEW counted AS SELECT count() AS c FROM newest;
SELECT c FROM counted;
-- 2
