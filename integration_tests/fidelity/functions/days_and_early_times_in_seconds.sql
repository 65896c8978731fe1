-- The zone beside a day, seconds before 1970, hours where a zone is no whole number of them ahead.

CREATE TABLE t (k UInt32, d Date, d32 Date32, nd Nullable(Date), t DateTime('UTC'), tokyo DateTime('Asia/Tokyo'), t64 DateTime64(3, 'UTC'), t0 DateTime64(0, 'UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-02', '2024-01-02', NULL, '2024-01-02 03:04:05', '2024-01-02 03:04:05', '2024-01-02 03:04:05.678', '2200-01-01 00:00:00'), (2, '1970-01-03', '1950-01-02', '2024-07-01', '1970-01-01 00:00:10', '1980-01-02 03:04:05', '1960-01-02 03:04:05.678', '1969-12-31 23:00:00'), (3, '2149-06-06', '2200-01-01', '1970-01-01', '2023-12-31 23:59:59', '1970-01-02 03:04:05', '1969-12-31 23:59:59.500', '1970-01-01 00:00:00');
SELECT toUnixTimestamp(d, 'Asia/Tokyo'), toUnixTimestamp(d), toUnixTimestamp(nd, 'America/New_York'), toUnixTimestamp(d32, 'Asia/Tokyo') FROM t ORDER BY k;
-- 1704153600	1704153600	\N	1704153600
-- 172800	172800	1719792000	3663901696
-- 1367256704	1367256704	0	2963151104
SELECT toUnixTimestamp(d, 'Nowhere/Land') FROM t ORDER BY k;
-- 1704153600
-- 172800
-- 1367256704
SELECT toUnixTimestamp(d, toString(k)) FROM t;
-- error ILLEGAL_COLUMN
SELECT toUnixTimestamp(t, 'Asia/Tokyo'), toUnixTimestamp(tokyo) FROM t ORDER BY k;
-- 1704164645	1704132245
-- 10	315597845
-- 1704067199	65045
SELECT toUnixTimestamp(t64) FROM t WHERE k = 2;
-- error DECIMAL_OVERFLOW
SELECT toUnixTimestamp(t64) FROM t WHERE k <> 2 ORDER BY k;
-- 1704164645
-- 0
SELECT toUnixTimestamp(t0) FROM t WHERE k = 1;
-- error DECIMAL_OVERFLOW
SELECT toUInt32(t0) FROM t WHERE k = 1;
-- error DECIMAL_OVERFLOW
SELECT toInt64(t0), toFloat64(t0) FROM t ORDER BY k;
-- 7258118400	7258118400
-- -3600	-3600
-- 0	0
SELECT toRelativeYearNum(d, 'Asia/Tokyo'), toRelativeMonthNum(d, 'America/New_York'), toRelativeWeekNum(d, 'Asia/Tokyo'), toRelativeDayNum(d, 'Asia/Tokyo') FROM t ORDER BY k;
-- 2024	24289	2818	19724
-- 1970	23641	0	2
-- 2149	25794	9362	65535
SELECT toRelativeHourNum(d, 'Asia/Tokyo'), toRelativeMinuteNum(d, 'Asia/Tokyo'), toRelativeSecondNum(d, 'Asia/Tokyo') FROM t ORDER BY k;
-- 473367	28402020	1704121200
-- 39	2340	140400
-- 1572831	94369860	4294967295
SELECT toRelativeHourNum(d, 'Asia/Kolkata'), toRelativeMinuteNum(d, 'Asia/Kolkata'), toRelativeSecondNum(d, 'Asia/Kolkata') FROM t ORDER BY k;
-- 473389	28402230	1704133800
-- 61	2550	153000
-- 1572853	94370070	4294967295
SELECT toRelativeHourNum(d32, 'America/New_York'), toRelativeMinuteNum(d32, 'America/New_York'), toRelativeSecondNum(d32, 'America/New_York') FROM t ORDER BY k;
-- 473381	28402860	1704171600
-- 0	0	0
-- 2016149	120968940	4294967295
SELECT toRelativeHourNum(t, 'Asia/Tokyo'), toRelativeHourNum(t, 'Asia/Kolkata'), toRelativeMinuteNum(t, 'Asia/Kolkata'), toRelativeHourNum(tokyo), toRelativeMinuteNum(tokyo), toRelativeHourNum(tokyo, 'America/St_Johns') FROM t ORDER BY k;
-- 473379	473397	28402744	473370	28402204	473397
-- 0	18	0	87666	5259964	87693
-- 473351	473370	28401119	18	1084	45
SELECT toRelativeHourNum(t64, 'Asia/Kolkata'), toRelativeHourNum(t0), toRelativeMinuteNum(t0), toRelativeSecondNum(t0), toRelativeHourNum(nd) FROM t ORDER BY k;
-- 473397	2016144	120968640	4294967295	\N
-- 0	23	0	0	477720
-- 18	0	0	0	0
SELECT dateDiff('hour', d, t, 'Asia/Tokyo'), dateDiff('minute', d, tokyo, 'America/New_York'), dateDiff('day', d, t, 'Asia/Tokyo'), age('hour', d, t, 'Asia/Tokyo') FROM t ORDER BY k;
-- 12	-656	0	12
-- -39	5256784	-2	-38
-- -1099480	-94369556	-45812	-1099479
