-- accurateCast takes a number only if the other type holds it exactly.

CREATE TABLE t (k UInt8, f Float64, n Int64, u UInt64, d Decimal(9, 1)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 0.5, 16777216, 9007199254740992, 0.5), (2, 0.1, 16777217, 9007199254740993, 0.1), (3, nan, -1, 18446744073709551615, 2), (4, 1.5, 4294967295, 18446744073709549568, 3), (5, 7, 4294967296, 7, 4);

SELECT k, accurateCastOrNull(f, 'Float32') FROM t ORDER BY k;
-- 1	0.5
-- 2	\N
-- 3	nan
-- 4	1.5
-- 5	7
SELECT k, accurateCastOrNull(n, 'Float32') FROM t ORDER BY k;
-- 1	16777216
-- 2	\N
-- 3	-1
-- 4	\N
-- 5	4294967300
SELECT k FROM t WHERE accurateCastOrNull(u, 'Float64') IS NOT NULL ORDER BY k;
-- 1
-- 4
-- 5
SELECT k, accurateCastOrNull(d, 'Float32') FROM t ORDER BY k;
-- 1	0.5
-- 2	0.1
-- 3	2
-- 4	3
-- 5	4
SELECT k, accurateCastOrNull(f, 'DateTime') FROM t ORDER BY k;
-- 1	\N
-- 2	\N
-- 3	\N
-- 4	\N
-- 5	1970-01-01 00:00:07
SELECT k, accurateCastOrNull(n, 'DateTime') FROM t ORDER BY k;
-- 1	1970-07-14 04:20:16
-- 2	1970-07-14 04:20:17
-- 3	\N
-- 4	2106-02-07 06:28:15
-- 5	\N
SELECT k, accurateCastOrDefault(f, 'Float32'), accurateCastOrDefault(n, 'DateTime'), accurateCastOrDefault(f, 'Float32', 9::Float32) FROM t ORDER BY k;
-- 1	0.5	1970-07-14 04:20:16	0.5
-- 2	0	1970-07-14 04:20:17	9
-- 3	nan	1970-01-01 00:00:00	nan
-- 4	1.5	2106-02-07 06:28:15	1.5
-- 5	7	1970-01-01 00:00:00	7
SELECT accurateCast(f, 'Float32') FROM t WHERE k = 2;
-- error CANNOT_CONVERT_TYPE
SELECT accurateCast(n, 'DateTime') FROM t WHERE k = 3;
-- error CANNOT_CONVERT_TYPE
SELECT accurateCast(f, 'Float32'), accurateCast(n, 'DateTime') FROM t WHERE k = 1;
-- 0.5	1970-07-14 04:20:16
