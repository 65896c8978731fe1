-- A small number is one of days whatever the zone; texts that are nearly dates become one.

SELECT toDate(9, 'UTC'), toDate(19000, 'America/New_York'), toDate(1577923200, 'UTC');
-- 1970-01-10	2022-01-08	2020-01-02
SELECT toDate(1577923200, 'Asia/Tokyo'), toDate(9.7), toDate(toUInt64(9)), toDate32(70000, 'UTC');
-- 2020-01-02	1970-01-10	1970-01-10	2161-08-27
SELECT toDate('2020-05-05', 'Asia/Tokyo'), toDate(toDate('2020-01-01'), 'Asia/Tokyo');
-- 2020-05-05	2020-01-01
SELECT toDate(toDateTime('2020-01-01 23:00:00', 'UTC'), 'Asia/Tokyo');
-- 2020-01-02
SELECT toDateOrNull('2020-01-01'), toDateOrNull('xx'), toDateOrNull('0000-00-00'), toDateOrNull('2200-01-01');
-- 2020-01-01	\N	1970-01-01	2149-06-06
SELECT toDateOrNull('2020-13-01'), toDateOrNull(''), toDateOrNull('2020-1-5'), toDateOrNull('20200105');
-- 1970-01-01	\N	2020-01-05	2020-01-05
SELECT toDateOrNull('2020-01-01 10:00:00'), toDateOrNull('2020-02-30'), toDateOrNull('1960-01-01');
-- 2020-01-01	2020-03-01	1970-01-01
SELECT toDateOrNull('2020/01/05'), toDateOrNull('2020-0105'), toDateOrNull('2020-01-01 99'), toDateOrNull('2020-01-101');
-- 2020-01-05	\N	\N	\N
SELECT toDateOrZero('xx'), toDateOrZero('2020-02-30'), toDateOrDefault('bad', toDate('2001-01-01'));
-- 1970-01-01	2020-03-01	2001-01-01
