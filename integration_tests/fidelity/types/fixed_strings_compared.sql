-- Zero bytes at the end of a FixedString, and of a text that it is compared with, do not count.

CREATE TABLE fs (k UInt8, f FixedString(4), s String, n Nullable(FixedString(4))) ENGINE = MergeTree ORDER BY (f, k);
INSERT INTO fs VALUES (1, 'ab', 'ab', NULL), (2, '', '', 'ab'), (3, 'abcd', 'abcd', 'abcd');
SELECT k, (f = 'ab') + 0, (f = 'ab\0\0') + 0, (f = 'ab\0') + 0, (f = 'ab\0\0\0\0\0') + 0, (f = 'abcde') + 0 FROM fs ORDER BY k;
-- 1	1	1	1	1	0
-- 2	0	0	0	0	0
-- 3	0	0	0	0	0
SELECT k, (f < 'ab\0\0\0') + 0, (f < 'ab') + 0, (f < 'abc') + 0, (f < 'abcde') + 0, (f >= 'ab\0') + 0, (f BETWEEN 'a' AND 'ac') + 0 FROM fs ORDER BY k;
-- 1	0	0	1	1	1	1
-- 2	1	1	1	1	0	0
-- 3	0	0	0	1	1	1
SELECT k, (f = s) + 0, (f > s) + 0, (s = 'ab\0\0') + 0, (f = materialize('ab\0\0')) + 0, (n = 'ab\0\0') + 0 FROM fs ORDER BY k;
-- 1	1	0	0	1	\N
-- 2	1	0	0	0	1
-- 3	1	0	0	0	0
SELECT k, (f IN ('ab\0\0')) + 0, (f IN ('ab', 'abcd')) + 0, (f NOT IN ('ab\0\0')) + 0, (n IN ('ab\0\0')) + 0 FROM fs ORDER BY k;
-- 1	1	1	0	\N
-- 2	0	0	1	1
-- 3	0	1	1	0
SELECT k, (f IN (toFixedString('ab', 4))) + 0, (f = toFixedString('ab', 2)) + 0, (f = toFixedString('ab', 6)) + 0, (f IN (SELECT 'ab')) + 0, (f IN (SELECT s FROM fs)) + 0 FROM fs ORDER BY k;
-- 1	1	1	1	1	1
-- 2	0	0	0	0	1
-- 3	0	0	0	0	1
SELECT k, (s IN (toFixedString('ab', 4))) + 0, (s = toFixedString('ab', 4)) + 0, (s IN (SELECT f FROM fs)) + 0 FROM fs ORDER BY k;
-- 1	0	1	1
-- 2	0	0	1
-- 3	0	0	1
SELECT k, empty(f) + 0, notEmpty(f) + 0, notEmpty(n) + 0, length(f) FROM fs ORDER BY k;
-- 1	0	1	\N	4
-- 2	1	0	1	4
-- 3	0	1	1	4
SELECT k, ((f, 1) = ('ab', 1)) + 0, ((f, 1) = ('ab\0\0', 1)) + 0, CASE f WHEN 'ab\0\0' THEN 1 ELSE 0 END FROM fs ORDER BY k;
-- 1	1	1	1
-- 2	0	0	0
-- 3	0	0	0
SELECT k FROM fs WHERE f = 'ab\0\0';
-- 1
SELECT k FROM fs WHERE f IN ('ab\0\0', 'abcd') ORDER BY k;
-- 1
-- 3
SELECT k FROM fs WHERE empty(f);
-- 2
SELECT count() FROM fs GROUP BY f HAVING f = 'ab\0\0';
-- 1
SELECT (toFixedString('ab', 4) = 'ab\0') + 0, ('ab\0' = 'ab') + 0, ('ab' = toFixedString('ab\0', 3)) + 0, (toFixedString('a', 2) < toFixedString('a\0b', 3)) + 0;
-- 1	0	1	1
