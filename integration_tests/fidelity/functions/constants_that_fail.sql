-- Constants are calculated before a row is read: they fail where no row needs them, too.

CREATE TABLE e (k UInt32, s String) ENGINE = MergeTree ORDER BY k;

SELECT toInt64('a') FROM e;
-- error CANNOT_PARSE_TEXT

SELECT if(1, 0, toInt64('a')) FROM e;
-- (no rows)

SELECT if(k = 1, 0, toInt64('a')) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT multiIf(k = 1, 0, toInt64('a')) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT CASE WHEN k = 1 THEN 0 ELSE toInt64('a') END FROM e;
-- error CANNOT_PARSE_TEXT

SELECT k FROM e WHERE k = 1 OR toInt64('a') = 2;
-- error CANNOT_PARSE_TEXT

SELECT k FROM e WHERE 0 AND toInt64('a') = 2;
-- error CANNOT_PARSE_TEXT

SELECT toInt8('300') FROM e;
-- (no rows)

SELECT toInt32('1.5') FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toInt32(' 1') FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toInt32('1 ') FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toInt32('+1') FROM e;
-- (no rows)

SELECT toFloat64('x') FROM e;
-- error CANNOT_PARSE_NUMBER

SELECT toFloat64('') FROM e;
-- error CANNOT_PARSE_NUMBER

SELECT toDate('x') FROM e;
-- error CANNOT_PARSE_DATE

SELECT toDateTime('x') FROM e;
-- error CANNOT_PARSE_DATETIME

SELECT toDecimal32('x', 2) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT CAST('a' AS Int32) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT 'a'::UInt8 FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toUUID('x') FROM e;
-- error CANNOT_PARSE_UUID

SELECT intDiv(1, 0) FROM e;
-- error ILLEGAL_DIVISION

SELECT 1 % 0 FROM e;
-- error ILLEGAL_DIVISION

SELECT toInt64(materialize('a')) FROM e;
-- (no rows)

SELECT throwIf(1) FROM e;
-- (no rows)

SELECT count() FROM e WHERE toInt64('a') = 1;
-- error CANNOT_PARSE_TEXT

SELECT count() FROM e ORDER BY toInt64('a');
-- error CANNOT_PARSE_TEXT

SELECT arrayMap(x -> toInt64('a'), [1]) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT arrayMap(x -> toInt64('a') + x, [k]) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT sum(toInt64('a')) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT sumIf(toInt64('a'), 0) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT k FROM e WHERE s = 'x' AND toDate('x') = today();
-- error CANNOT_PARSE_DATE

SELECT (SELECT toInt64('a')) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT k IN (SELECT toInt64('a')) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toInt64OrNull('a') FROM e;
-- (no rows)

SELECT toTypeName(toInt64('a')) FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toInt128('a') FROM e;
-- error CANNOT_PARSE_TEXT

SELECT toInt32('99999999999') FROM e;
-- (no rows)

SELECT toBool('x') FROM e;
-- error CANNOT_PARSE_BOOL

SELECT toDate32('x') FROM e;
-- error CANNOT_PARSE_DATE

SELECT toDateTime64('x', 3) FROM e;
-- error CANNOT_PARSE_DATETIME

SELECT toBool('true'), toBool('no') FROM e;
-- (no rows)
