-- Keys of texts: upper and lower case, accents and trailing spaces make different rows.

CREATE TABLE t (k String, v Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES ('a', 1), ('A', 2), ('a ', 3), ('ä', 4), ('', 5);
INSERT INTO t VALUES ('a', 10), ('', 50);
SELECT k, v FROM t FINAL ORDER BY k;
-- ''	50
-- A	2
-- a	10
-- a 	3
-- ä	4
SELECT count() FROM t FINAL WHERE k = 'a';
-- 1
