-- IN of a query whose values are of another type; days beside texts.

CREATE TABLE t (k Int64, s String, d Date, dt DateTime('UTC'), u UInt8, a Array(Int64), e Enum('a' = 1, 'b' = 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1', '2024-01-01', '2024-01-01 05:00:00', 0, [1], 'a'), (2, 'x', '2024-01-02', '2024-01-02 00:00:00', 1, [], 'b'), (3, 'true', '2024-01-03', '2024-01-03 05:00:00', 7, [1, 2], 'a');

SELECT k FROM t WHERE k IN (SELECT true) ORDER BY k;
-- 1
-- 2
-- 3

SELECT k FROM t WHERE u NOT IN (SELECT true) ORDER BY k;
-- 1

SELECT k FROM t WHERE u IN (SELECT u::Bool FROM t WHERE k = 2) ORDER BY k;
-- 2
-- 3

SELECT k FROM t WHERE dt IN (SELECT toDate('2024-01-01')) ORDER BY k;
-- 1

SELECT k FROM t WHERE d IN (SELECT dt FROM t) ORDER BY k;
-- 2

SELECT k FROM t WHERE a IN (SELECT '[1,2]');
-- 3

SELECT k FROM t WHERE d IN ('2024-01-01 05:00:00');
-- error TYPE_MISMATCH

SELECT k FROM t WHERE d = '2024-01-01 00:00:00';
-- error TYPE_MISMATCH

SELECT k FROM t WHERE d = '2024/01/01' OR d = '20240102' ORDER BY k;
-- 1
-- 2

SELECT k FROM t WHERE dt = '2024/01/01 05:00:00' OR dt = '20240102000000' ORDER BY k;
-- 1
-- 2

SELECT k, transform(e, ['a'], ['x'], 'other') FROM t ORDER BY k;
-- 1	x
-- 2	other
-- 3	x

SELECT transform(e, ['zzz'], ['x'], 'other') FROM t;
-- error UNKNOWN_ELEMENT_OF_ENUM

SELECT k FROM t WHERE s IN (SELECT [1]) ORDER BY k;
-- 1
-- differs: a text is not looked for among arrays, docs/differences.md#corners-of-clickhouses-analyzer
-- error NO_COMMON_TYPE
