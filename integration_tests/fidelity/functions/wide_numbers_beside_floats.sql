-- A whole number of 64 bits is compared with a floating-point number as it is, not rounded to 53 bits.

CREATE TABLE s (a Int64, u UInt64, f Float64, n Nullable(Int64), nf Nullable(Float64), f32 Float32, i32 Int32) ENGINE = MergeTree ORDER BY a;
INSERT INTO s VALUES (9007199254740993, 18446744073709551615, 9007199254740992.0, NULL, NULL, 16777216, 16777217), (-9223372036854775808, 1, 0.5, 5, 1.5, 1, 1), (9223372036854775807, 9007199254740993, 9223372036854775808, 1, nan, 2, 2), (-9223372036854775807, 0, -9223372036854775808, 9007199254740993, 9007199254740992, -1, -1);
SELECT toString((9007199254740993 = 9007199254740992.0, 9007199254740993 > 9007199254740992.0, a)) FROM s ORDER BY a;
-- (0,1,-9223372036854775808)
-- (0,1,-9223372036854775807)
-- (0,1,9007199254740993)
-- (0,1,9223372036854775807)
SELECT toString((a = f, a < f, a <= f, a > f, a >= f, a != f)) FROM s ORDER BY a;
-- (0,1,1,0,0,1)
-- (0,0,0,1,1,1)
-- (0,0,0,1,1,1)
-- (0,1,1,0,0,1)
SELECT toString((f = a, f < a, f <= a, f > a, f >= a, f != a)) FROM s ORDER BY a;
-- (0,0,0,1,1,1)
-- (0,1,1,0,0,1)
-- (0,1,1,0,0,1)
-- (0,0,0,1,1,1)
SELECT toString((u = f, u < f, u <= f, u > f, u >= f)) FROM s ORDER BY a;
-- (0,0,0,1,1)
-- (0,0,0,1,1)
-- (0,0,0,1,1)
-- (0,1,1,0,0)
SELECT toString((a = 9007199254740992.0, a > 9007199254740992.0, a < 9007199254740992.0, a <= 9223372036854775808., a = -9223372036854775808., a < 1e300, a < 1e20, a > -1e20)) FROM s ORDER BY a;
-- (0,0,1,1,1,1,1,1)
-- (0,0,1,1,0,1,1,1)
-- (0,1,0,1,0,1,1,1)
-- (0,1,0,1,0,1,1,1)
SELECT toString((u = 18446744073709551616.0, u < 18446744073709551616.0, u > 1e300, u = 9007199254740992.)) FROM s ORDER BY a;
-- (0,1,0,0)
-- (0,1,0,0)
-- (0,1,0,0)
-- (0,1,0,0)
SELECT toString((a IN (9007199254740992.0), a IN (1, 9007199254740992.0), f IN (9007199254740993), f IN (9007199254740992, 1), a IN (9007199254740993, 0.5), u NOT IN (9007199254740992.0))) FROM s ORDER BY a;
-- (0,0,0,0,0,1)
-- (0,0,0,0,0,1)
-- (0,0,0,1,1,1)
-- (0,0,0,0,0,1)
SELECT toString((a BETWEEN 9007199254740992.0 AND 9007199254740992.0, a BETWEEN f AND f)) FROM s ORDER BY a;
-- (0,0)
-- (0,0)
-- (0,0)
-- (0,0)
SELECT toString((n = nf, n < nf, n = f, n < f, a < nf, a > nf, nf = a, n <=> nf, n <=> f)) FROM s ORDER BY a;
-- (0,0,0,0,1,0,0,0,0)
-- (0,0,0,0,1,0,0,0,0)
-- (NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,0)
-- (0,0,0,1,0,0,0,0,0)
SELECT toString((a = nan, a < nan, a > nan, a != nan, a < inf, a > -inf, a = inf)) FROM s ORDER BY a;
-- (0,0,0,1,1,1,0)
-- (0,0,0,1,1,1,0)
-- (0,0,0,1,1,1,0)
-- (0,0,0,1,1,1,0)
SELECT toString((a = f32, a < toFloat32(9007199254740992), i32 = f32, i32 > f32, u > f32)) FROM s ORDER BY a;
-- (0,1,1,0,0)
-- (0,1,1,0,1)
-- (0,0,0,1,1)
-- (0,0,1,0,1)
SELECT nullIf(a, f), if(a = f, 1, 2), multiIf(a > f, 1, 2) FROM s ORDER BY a;
-- -9223372036854775808	2	2
-- -9223372036854775807	2	1
-- 9007199254740993	2	1
-- 9223372036854775807	2	2
SELECT count() FROM s WHERE a = f;
-- 0
SELECT count() FROM s WHERE a > f;
-- 2
SELECT count() FROM s WHERE NOT (a > f);
-- 2
SELECT a FROM s WHERE a > 9007199254740992.0 ORDER BY a;
-- 9007199254740993
-- 9223372036854775807
SELECT a FROM s WHERE a = 9007199254740992.0 ORDER BY a;
-- (no rows)
SELECT a FROM s WHERE f = 9007199254740993 ORDER BY a;
-- (no rows)
SELECT a FROM s WHERE f < 9007199254740993 ORDER BY a;
-- -9223372036854775808
-- -9223372036854775807
-- 9007199254740993
SELECT a FROM s WHERE f >= 9007199254740993 ORDER BY a;
-- 9223372036854775807
SELECT x.a FROM s x JOIN s y ON x.a = y.f ORDER BY 1;
-- error NO_COMMON_TYPE
SELECT toString(((a, 1) = (f, 1), (a, 1) < (f, 1), (a, 1) IN ((9007199254740992.0, 1)), (f, 1) IN ((9007199254740993, 1)))) FROM s ORDER BY a;
-- (0,1,0,0)
-- (0,0,0,0)
-- (0,0,0,0)
-- (0,1,0,0)
SELECT toString((a <=> f, a IS NOT DISTINCT FROM f, a IS DISTINCT FROM f)) FROM s ORDER BY a;
-- (0,0,1)
-- (0,0,1)
-- (0,0,1)
-- (0,0,1)
SELECT CASE a WHEN 9007199254740992.0 THEN 1 ELSE 2 END, CASE a WHEN f THEN 1 ELSE 2 END FROM s ORDER BY a;
-- 2	2
-- 2	2
-- 2	2
-- 2	2
SELECT toString((toInt128(a) = f, toInt128(a) < f, toUInt128(u) > f)) FROM s ORDER BY a;
-- (0,1,1)
-- (0,0,1)
-- (0,0,1)
-- (0,1,0)
SELECT sum(a > f) FROM s GROUP BY a > f HAVING sum(a) > 1.5 ORDER BY 1;
-- (no rows)
SELECT a FROM s WHERE a IN (SELECT f FROM s) ORDER BY a;
-- -9223372036854775808
SELECT a FROM s WHERE a NOT IN (SELECT f FROM s) ORDER BY a;
-- -9223372036854775807
-- 9007199254740993
-- 9223372036854775807
SELECT f FROM s WHERE f IN (SELECT u FROM s) ORDER BY f;
-- (no rows)
