-- formatDateTimeInJodaSyntax with more letters than numbers have digits, weeks, centuries and fractions.

CREATE TABLE t (k UInt32, d DateTime('UTC'), d64 DateTime64(6, 'UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-01-02 03:04:05', '2024-01-02 13:04:05.678901'), (2, '2021-01-03 00:00:09', '1999-12-31 12:59:00.000100');
SELECT formatDateTimeInJodaSyntax(d, 'd dd ddd D DD DDDD M MM MMM MMMM MMMMM'), formatDateTimeInJodaSyntax(d64, 'd ddd D DDD M MM MMM MMMM MMMMMM') FROM t ORDER BY k;
-- 2 02 002 2 02 0002 1 01 Jan January January	2 002 2 002 1 01 Jan January January
-- 3 03 003 3 03 0003 1 01 Jan January January	31 031 365 365 12 12 Dec December December
SELECT formatDateTimeInJodaSyntax(d, 'y yy yyy yyyy yyyyyy Y YY YYYY'), formatDateTimeInJodaSyntax(d64, 'x xx xxxx xxxxxx w ww www e ee C CC CCC G GG') FROM t ORDER BY k;
-- 2024 24 2024 2024 002024 2024 24 2024	2024 2024 2024 002024 1 01 001 2 02 20 20 020 AD AD
-- 2021 21 2021 2021 002021 2021 21 2021	1999 1999 1999 001999 52 52 052 5 05 19 19 019 AD AD
SELECT formatDateTimeInJodaSyntax(d, 'H HH HHH h hh hhh K KK k kk m mm mmm s ss sss a aa'), formatDateTimeInJodaSyntax(d64, 'H HHH h hhh K KKK k kkk m mmm s sss a') FROM t ORDER BY k;
-- 3 03 003 3 03 003 3 03 3 03 4 04 004 5 05 005 AM AM	13 013 1 001 1 001 13 013 4 004 5 005 PM
-- 0 00 000 12 12 012 0 00 24 24 0 00 000 9 09 009 AM AM	12 012 12 012 0 000 12 012 59 059 0 000 PM
SELECT formatDateTimeInJodaSyntax(d64, 'S SS SSS SSSSSS SSSSSSSSS'), formatDateTimeInJodaSyntax(d, 'S SSS'), formatDateTimeInJodaSyntax(d, 'E EE EEE EEEE EEEEE') FROM t ORDER BY k;
-- 6 67 678 678901 678901000	0 000	Tue Tue Tue Tuesday Tuesday
-- 0 00 000 000100 000100000	0 000	Sun Sun Sun Sunday Sunday
SELECT formatDateTimeInJodaSyntax(d, 'q') FROM t;
-- error NOT_IMPLEMENTED
SELECT formatDateTime(d, '%x') FROM t;
-- error NOT_IMPLEMENTED
SELECT formatDateTime(d, '%o') FROM t;
-- error BAD_ARGUMENTS
