-- A FixedString is padded with zero bytes.

CREATE TABLE t (k UInt8, f FixedString(3)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'abc'), (2, 'a'), (3, '');
SELECT * FROM t ORDER BY k;
-- 1	abc
-- 2	a\0\0
-- 3	\0\0\0
SELECT k FROM t WHERE f = 'abc';
-- 1
INSERT INTO t VALUES (4, 'abcd');
-- error TOO_LARGE_STRING_SIZE
SELECT count() FROM t;
-- 3
