-- Numbers beside others: arrays compare whatever types their numbers have; a Bool beside a number.

CREATE TABLE t (k Int32, a Array(Nullable(Int64)), b Array(UInt64), c Array(Int64), d Array(Float64), e Array(Decimal(10,2)), s Array(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, [1, NULL], [1, 2], [-1], [1, 2], [1], ['1']), (2, [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], ['2']);
SELECT k, (a = b) + 0 FROM t ORDER BY k;
-- 1	0
-- 2	1
SELECT k, (c = b) + 0, (c < b) + 0, (b >= c) + 0, (c != b) + 0 FROM t ORDER BY k;
-- 1	0	1	1	1
-- 2	1	0	1	0
SELECT k, ((c, b) = (b, c)) + 0, ([c] = [b]) + 0, ([c] < [b]) + 0 FROM t ORDER BY k;
-- 1	0	0	1
-- 2	1	1	0
SELECT k, (d = b) + 0, (e = b) + 0, (d > c) + 0 FROM t ORDER BY k;
-- 1	1	0	1
-- 2	1	1	0
SELECT k, (b IN (c)) + 0, (b = [1, -2]) + 0, ([toUInt64(18446744073709551615)] > [-1]) + 0 FROM t ORDER BY k;
-- 1	0	0	1
-- 2	1	0	1
SELECT k FROM t WHERE c = b ORDER BY k;
-- 2
SELECT s = b FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT x.k FROM t AS x JOIN t AS y ON x.b = y.c;
-- error NO_COMMON_TYPE
SELECT c + 0 FROM (SELECT true AS c UNION ALL SELECT 255) ORDER BY 1;
-- 1
-- 255
-- differs: a Bool is true or false, docs/differences.md#sparks-values
-- 1
-- 1
