-- WHERE is evaluated on the current rows, whatever column it names.

CREATE TABLE t (id UInt32, state String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
INSERT INTO t VALUES (1, 'open', 1), (2, 'open', 1), (3, 'open', 1);
INSERT INTO t VALUES (1, 'closed', 2), (3, 'closed', 2);
INSERT INTO t VALUES (3, 'open', 3);

SELECT id FROM t FINAL WHERE state = 'open' ORDER BY id;
-- 2
-- 3
SELECT count() FROM t FINAL WHERE ver = 1;
-- 1
SELECT count() FROM t WHERE state = 'open';
-- 4
SELECT state, groupArray(id) FROM (SELECT * FROM t FINAL ORDER BY id) AS s GROUP BY state ORDER BY state;
-- closed	[1]
-- open	[2,3]
SELECT id FROM t FINAL WHERE state LIKE 'o%' AND id > 2;
-- 3
SELECT id FROM t FINAL WHERE id BETWEEN 1 AND 2 AND state <> 'open';
-- 1
