-- Subqueries in ALTER TABLE … DELETE and UPDATE, and in DELETE FROM.

CREATE TABLE t (k Int64, v Int32, s String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
CREATE TABLE gone (id Int64, why String) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, 10, 'a', 1), (2, 20, 'b', 1), (3, 30, 'c', 1), (4, 40, 'd', 1), (5, 50, 'e', 1);
INSERT INTO gone VALUES (1, 'moved'), (4, 'b');

ALTER TABLE t DELETE WHERE k IN (SELECT id FROM gone WHERE why = 'moved') SETTINGS mutations_sync = 2;
SELECT k FROM t ORDER BY k;
-- 2
-- 3
-- 4
-- 5
ALTER TABLE t UPDATE v = (SELECT max(id) FROM gone) WHERE s IN (SELECT why FROM gone) SETTINGS mutations_sync = 2;
SELECT k, v FROM t ORDER BY k;
-- 2	4
-- 3	30
-- 4	40
-- 5	50
DELETE FROM t WHERE k NOT IN (SELECT id FROM gone) AND v > 30;
SELECT k FROM t ORDER BY k;
-- 2
-- 3
-- 4
DELETE FROM t WHERE k IN (SELECT id FROM gone WHERE id > 100);
SELECT k FROM t ORDER BY k;
-- 2
-- 3
-- 4
ALTER TABLE t DELETE WHERE (k, v) IN ((2, 4), (3, 1)) SETTINGS mutations_sync = 2;
SELECT k FROM t ORDER BY k;
-- 3
-- 4
