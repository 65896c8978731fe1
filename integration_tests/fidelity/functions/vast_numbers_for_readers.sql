-- Numbers for readers that are too large for the units there are, and NaN.

CREATE TABLE t (k UInt32, i Int64, f Float64, n Nullable(Int32), big UInt64, wide UInt128) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 5, 1.5, NULL, 18446744073709551615, 3), (2, 90061, -2, 3, 9223372036854775808, 4);
SELECT formatReadableTimeDelta(1e20), formatReadableTimeDelta(-1e20), formatReadableTimeDelta(1e16), formatReadableTimeDelta(1e300) FROM t WHERE k = 1;
-- 3170979198376 years	-3170979198376 years	317097919 years	3.1709791983764586e292 years
SELECT formatReadableTimeDelta(inf), formatReadableTimeDelta(-inf), formatReadableTimeDelta(nan), formatReadableTimeDelta(9007199254740991), formatReadableTimeDelta(toInt64(-9223372036854775808)) FROM t WHERE k = 1;
-- inf	-inf	nan	285616414 years, 8 months, 20 days, 7 hours, 36 minutes and 31 seconds	-292471208677 years
SELECT formatReadableTimeDelta(i), formatReadableTimeDelta(f), formatReadableTimeDelta(n), formatReadableTimeDelta(-i * 1e5), formatReadableTimeDelta(big), formatReadableTimeDelta(wide) FROM t ORDER BY k;
-- 5 seconds	1 second	\N	-5 days, 18 hours, 53 minutes and 20 seconds	584942417355 years	3 seconds
-- 1 day, 1 hour, 1 minute and 1 second	-2 seconds	3 seconds	-285 years, 6 months, 29 days, 6 hours, 26 minutes and 40 seconds	292471208677 years	4 seconds
SELECT formatReadableTimeDelta(NULL), formatReadableTimeDelta(0), formatReadableTimeDelta(toDecimal64(90.5, 2)) FROM t WHERE k = 1;
-- \N	0 seconds	1 minute and 30 seconds
SELECT formatReadableQuantity(1e40), formatReadableQuantity(-1e40), formatReadableQuantity(1e66), formatReadableQuantity(f * 1e20), formatReadableQuantity(inf), formatReadableQuantity(nan) FROM t ORDER BY k;
-- 10.00 duodecillion	-10.00 duodecillion	1000.00 vigintillion	150.00 quintillion	inf vigintillion	nan
-- 10.00 duodecillion	-10.00 duodecillion	1000.00 vigintillion	-200.00 quintillion	inf vigintillion	nan
SELECT formatReadableSize(1e40), formatReadableSize(inf), formatReadableSize(nan), formatReadableDecimalSize(-inf) FROM t WHERE k = 1;
-- 8271806125530277.00 YiB	inf YiB	nan B	-inf YB
