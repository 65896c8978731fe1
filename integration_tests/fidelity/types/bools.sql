-- Bools take the usual words and numbers.

CREATE TABLE t (k UInt8, b Bool) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, true), (2, false);
INSERT INTO t VALUES (3, 1), (4, 0);
INSERT INTO t VALUES (5, 'true');
INSERT INTO t VALUES (6, 'perhaps');
-- error CANNOT_PARSE_BOOL
SELECT * FROM t ORDER BY k;
-- 1	true
-- 2	false
-- 3	true
-- 4	false
-- 5	true
SELECT k FROM t WHERE b ORDER BY k;
-- 1
-- 3
-- 5
SELECT k FROM t WHERE NOT b ORDER BY k;
-- 2
-- 4
