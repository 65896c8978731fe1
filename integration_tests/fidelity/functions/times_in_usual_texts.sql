-- Texts of times with other signs, without signs, with words.

CREATE TABLE t (k Int64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2024/01/02'), (2, '2024.01.02 03:04:05'), (3, '20240102030405'), (4, '20240102'), (5, '2024/1/2'), (6, '2024/01/02T03:04:05'), (7, '20240102 030405'), (8, 'Jan 2 2024'), (9, '02/01/2024'), (10, '2024-01-02 03:04:05+03:00');

SELECT k, toString(toDateTime(s, 'UTC')), toString(toDateTime64(s, 3, 'UTC')) FROM t ORDER BY k;
-- 1	2024-01-02 00:00:00	2024-01-02 00:00:00.000
-- 2	2024-01-02 03:04:05	2024-01-02 03:04:05.000
-- 3	2024-01-02 03:04:05	2024-01-02 03:04:05.000
-- 4	2024-01-02 00:00:00	2024-01-02 00:00:00.000
-- 5	2024-01-02 00:00:00	2024-01-02 00:00:00.000
-- 6	2024-01-02 03:04:05	2024-01-02 03:04:05.000
-- 7	2024-01-02 03:04:05	2024-01-02 03:04:05.000
-- 8	2024-01-02 00:00:00	2024-01-02 00:00:00.000
-- 9	2024-01-02 00:00:00	2024-01-02 00:00:00.000
-- 10	2024-01-02 00:04:05	2024-01-02 00:04:05.000

SELECT toString(toDateTime64('1704067200.5', 3, 'UTC')), toString(CAST('2024/01/01' AS DateTime('UTC'))), toString(toDateTimeOrZero('2024/01/01', 'UTC')), toString(toDateTimeOrNull('nothing', 'UTC')) FROM t LIMIT 1;
-- 2024-01-01 00:00:00.500	2024-01-01 00:00:00	2024-01-01 00:00:00	\N

SELECT toDateTime('12345', 'UTC') FROM t;
-- error CANNOT_PARSE_DATETIME

CREATE TABLE v (k Int64, at DateTime('UTC'), f Float64) ENGINE = MergeTree ORDER BY k;
INSERT INTO v SELECT k, toDateTime(s, 'UTC'), -0.0 FROM t WHERE k < 4;
INSERT INTO v VALUES (11, '2024-05-06 07:08:09', -0.0), (12, '2024-05-06 07:08:09', 0.0);

SELECT k, toString(at), toString(f) FROM v ORDER BY k;
-- 1	2024-01-02 00:00:00	-0
-- 2	2024-01-02 03:04:05	-0
-- 3	2024-01-02 03:04:05	-0
-- 11	2024-05-06 07:08:09	-0
-- 12	2024-05-06 07:08:09	0

SELECT toString(groupArraySorted(2)(map('a', k))) FROM t;
-- [{'a':1},{'a':2}]

SELECT toDateTime('2024-01/01', 'UTC');
-- error CANNOT_PARSE_TEXT
-- differs: a text of two forms has another error, docs/differences.md#errors-and-answers
-- error CANNOT_PARSE_DATETIME

INSERT INTO v VALUES (13, '2024/05/06 07:08:09', 1);

INSERT INTO v SELECT 14, '2024/05/06 07:08:09', 1;

SELECT count() FROM v WHERE k > 12;
-- 2
