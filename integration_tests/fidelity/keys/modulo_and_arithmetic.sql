-- Keys of arithmetic: rows with the same remainder are versions of one row.

CREATE TABLE t (n UInt32, v String) ENGINE = ReplacingMergeTree ORDER BY n % 3;
INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three');
INSERT INTO t VALUES (4, 'four'), (6, 'six');
SELECT * FROM t FINAL ORDER BY n;
-- 2	two
-- 4	four
-- 6	six
CREATE TABLE l (name String, v Int32) ENGINE = ReplacingMergeTree ORDER BY lower(name);
INSERT INTO l VALUES ('Ann', 1), ('BOB', 2);
INSERT INTO l VALUES ('ANN', 3);
SELECT * FROM l FINAL ORDER BY v;
-- BOB	2
-- ANN	3
