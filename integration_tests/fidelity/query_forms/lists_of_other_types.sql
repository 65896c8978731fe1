-- In a list a number stands for its text beside texts, and a text that an Enum has not is like none.

CREATE TABLE t (k UInt32, s String, f FixedString(2), e Enum8('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1', '1', 'a'), (2, 'true', '-5', 'b'), (3, '1.5', 'x', 'a');

SELECT k FROM t WHERE s IN (1, 'true') ORDER BY k;
-- 1
-- 2
SELECT k FROM t WHERE s IN (true, 1.5) ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE f IN (1, -5) ORDER BY k;
-- 1
-- 2
SELECT k FROM t WHERE s NOT IN (1, 2) ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE s IN [1, 2];
-- 1
SELECT k FROM t WHERE s IN (toUInt8(1), 1 + 1);
-- 1
SELECT k FROM t WHERE (s, k) IN ((1, 1), ('1.5', 3)) ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE e IN ('a', 'zzz') AND e NOT IN ('zzz') ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE (e, k) IN (('a', 1), ('zzz', 2));
-- 1
SELECT k FROM t WHERE s = 1;
-- error NO_COMMON_TYPE
