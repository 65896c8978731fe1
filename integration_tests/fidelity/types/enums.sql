-- Enums take their names and their numbers, and refuse others.

CREATE TABLE t (k UInt8, e Enum8('new' = 1, 'old' = 2), f Enum('a', 'b')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'new', 'a'), (3, 'old', 'b');
INSERT INTO t VALUES (2, 2, 1);
INSERT INTO t (k) VALUES (4);
INSERT INTO t VALUES (5, 'other', 'a');
-- error UNKNOWN_ELEMENT_OF_ENUM
INSERT INTO t VALUES (5, 3, 'a');
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT * FROM t ORDER BY k;
-- 1	new	a
-- 2	old	a
-- 3	old	b
-- 4	new	a
SELECT k FROM t WHERE e = 'old' ORDER BY k;
-- 2
-- 3
SELECT e, count() FROM t GROUP BY e ORDER BY e;
-- new	2
-- old	2
