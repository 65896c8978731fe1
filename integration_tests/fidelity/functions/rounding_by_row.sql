-- To how many digits a number is rounded may differ from row to row.

CREATE TABLE t (k UInt32, f Float64, i Int16, d Decimal(9, 3), places Int8, unknown Nullable(Int8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1234.5678, 155, 12.345, 2, 1), (2, -1234.5678, -155, -12.345, -1, NULL), (3, 0.05, 32760, 99.999, 0, -9), (4, nan, 5, 0.5, -7, 0);

SELECT k, round(f, places), floor(f, places), ceil(f, places), trunc(f, places), roundBankers(f, places) FROM t ORDER BY k;
-- 1	1234.57	1234.56	1234.57	1234.56	1234.57
-- 2	-1230	-1240	-1230	-1230	-1230
-- 3	0	0	1	0	0
-- 4	nan	nan	nan	nan	nan
SELECT k, round(i, places), floor(i, places), ceil(i, places), trunc(i, places), roundBankers(i, places) FROM t ORDER BY k;
-- 1	155	155	155	155	155
-- 2	-160	-160	-150	-150	-160
-- 3	32760	32760	32760	32760	32760
-- 4	0	0	0	0	0
SELECT k, round(d, places), floor(d, places), ceil(d, places), trunc(d, places), roundBankers(d, places) FROM t ORDER BY k;
-- 1	12.35	12.34	12.35	12.34	12.34
-- 2	-10	-20	-10	-10	-10
-- 3	100	99	100	99	100
-- 4	0	0	0	0	0
SELECT k, round(f, unknown), round(i, unknown), toTypeName(round(d, unknown)) FROM t ORDER BY k;
-- 1	1234.6	155	Nullable(Decimal(9, 3))
-- 2	\N	\N	Nullable(Decimal(9, 3))
-- 3	0	0	Nullable(Decimal(9, 3))
-- 4	nan	5	Nullable(Decimal(9, 3))
SELECT sum(round(d, places)), max(round(toFloat32(i), places)) FROM t;
-- 102.35	32760
SELECT round(f, f) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
