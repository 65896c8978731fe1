-- A LEFT JOIN on FINAL tables, with the nulls that join_use_nulls gives.

CREATE TABLE a (k UInt32, v String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
CREATE TABLE b (k UInt32, w String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY k;
INSERT INTO a VALUES (1, 'a1', 1), (2, 'a2', 1), (3, 'a3', 1);
INSERT INTO b VALUES (1, 'b1', 1), (3, 'b3', 1);
INSERT INTO b VALUES (3, 'b3 again', 2);

SELECT a.k, a.v FROM a FINAL LEFT JOIN b FINAL ON a.k = b.k ORDER BY a.k;
-- 1	a1
-- 2	a2
-- 3	a3

SELECT count() FROM a FINAL LEFT ANTI JOIN b FINAL ON a.k = b.k;
-- 1

SELECT a.k FROM a FINAL LEFT SEMI JOIN b FINAL ON a.k = b.k ORDER BY a.k;
-- 1
-- 3
