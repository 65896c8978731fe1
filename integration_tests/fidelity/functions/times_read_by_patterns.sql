-- parseDateTime and parseDateTimeInJodaSyntax: years out of range, years of two digits, names of months, one digit for two.

CREATE TABLE t (k UInt32, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024-1-2'), (2, '1969-12-31'), (3, '2023-02-29'), (4, '9999-1-1');
SELECT k, parseDateTimeInJodaSyntaxOrNull(s, 'yyyy-MM-dd', 'UTC'), parseDateTimeInJodaSyntaxOrZero(s, 'yyyy-M-d', 'UTC'), parseDateTimeOrNull(s, '%Y-%c-%e', 'UTC'), parseDateTimeOrZero(s, '%Y-%m-%d', 'UTC') FROM t ORDER BY k;
-- 1	2024-01-02 00:00:00	2024-01-02 00:00:00	2024-01-02 00:00:00	1970-01-01 00:00:00
-- 2	\N	1970-01-01 00:00:00	\N	1970-01-01 00:00:00
-- 3	\N	1970-01-01 00:00:00	\N	1970-01-01 00:00:00
-- 4	\N	1970-01-01 00:00:00	\N	1970-01-01 00:00:00
SELECT parseDateTime(s, '%Y-%m-%d', 'UTC') FROM t WHERE k = 2;
-- error CANNOT_PARSE_DATETIME
SELECT parseDateTimeInJodaSyntax(s, 'yyyy-MM-dd', 'UTC') FROM t WHERE k = 4;
-- error CANNOT_PARSE_DATETIME
SELECT parseDateTime('01/02/24', '%D', 'UTC'), parseDateTime('70-01-02', '%y-%m-%d', 'UTC'), parseDateTimeInJodaSyntax('70-1-2', 'yy-M-d', 'UTC'), parseDateTimeInJodaSyntax('69-1-2', 'YY-M-d', 'UTC') FROM t WHERE k = 1;
-- 2024-01-02 00:00:00	1970-01-02 00:00:00	1970-01-02 00:00:00	2069-01-02 00:00:00
SELECT parseDateTimeInJodaSyntax('2024 january 2', 'yyyy MMM d', 'UTC'), parseDateTimeInJodaSyntax('2024 jan 2', 'yyyy MMMM d', 'UTC'), parseDateTimeInJodaSyntax('20240102', 'yyyyMMdd', 'UTC'), parseDateTimeInJodaSyntax('2024 366', 'yyyy DDD', 'UTC'), parseDateTimeInJodaSyntax('31', 'd', 'UTC') FROM t WHERE k = 1;
-- 2024-01-02 00:00:00	2024-01-02 00:00:00	2024-01-02 00:00:00	2024-12-31 00:00:00	2000-01-31 00:00:00
SELECT parseDateTimeInJodaSyntax('2024-01-02 3:4:5', 'YYYY-MM-dd HH:mm:ss', 'UTC'), parseDateTimeInJodaSyntax('3:04 pm', 'hh:mm a', 'UTC') FROM t WHERE k = 1;
-- 2024-01-02 03:04:05	1970-01-01 15:04:00
SELECT parseDateTime('2024', '%Q', 'UTC') FROM t;
-- error NOT_IMPLEMENTED
SELECT parseDateTimeInJodaSyntax('2024-02-30', 'yyyy-MM-dd', 'UTC') FROM t;
-- error CANNOT_PARSE_DATETIME
