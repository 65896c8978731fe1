-- What a function does not take is named, and so is how many arguments it takes.

CREATE TABLE t (k UInt32, s String, d Date, dt DateTime, a Array(Int32), m Map(String, Int32), e Enum8('a' = 1, 'b' = 2), u Tuple(x Int32, y String), f Float64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'x', '2024-01-01', '2024-01-01 00:00:00', [1, 2], {'a': 1}, 'a', (1, 'q'), 1.5);
SELECT length(k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT upper(a) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toYear(s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toYear(d, 'UTC', 3) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT substring(k, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT if(k, 1, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sum(s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT avg(a) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sumIf(k, s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayJoin(k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayMap((x, y) -> x, a) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayMap((x, y) -> x + y, [(1, 2), (3, 4)]) FROM t;
-- [3,7]
SELECT arrayFilter((x, y) -> x < y, [(1, 2), (3, 1)]) FROM t;
-- [(1,2)]
SELECT a['x'] FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT m[1] FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT u.3 FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT u.z FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT k.x FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT tupleElement(k, 1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT d = 5 FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT if(dt = 5, 'y', 'n') FROM t;
-- n
SELECT a = 1 FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT s = 1 FROM t;
-- error NO_COMMON_TYPE
SELECT d = 'abc' FROM t;
-- error CANNOT_PARSE_DATE
SELECT dt > 'abc' FROM t;
-- error CANNOT_PARSE_DATETIME
SELECT if(e = 'zzz', 'y', 'n'), if(e < 'zzz', 'y', 'n') FROM t;
-- n	n
SELECT e != 'zzz' FROM t;
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT row_number() FROM t;
-- error BAD_ARGUMENTS
SELECT lag(k) FROM t;
-- error BAD_ARGUMENTS
SELECT k IN unknown FROM t;
-- error UNKNOWN_IDENTIFIER
SELECT k IN numbers(2) FROM t;
-- error UNKNOWN_FUNCTION
SELECT topK(0)(k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT quantile('a')(k) FROM t;
-- error CANNOT_CONVERT_TYPE
SELECT toDecimal32(k, 10) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT toFixedString(s, 0) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT toDateTime64(dt, 10) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT neighbour(k) FROM t;
-- error UNKNOWN_FUNCTION
