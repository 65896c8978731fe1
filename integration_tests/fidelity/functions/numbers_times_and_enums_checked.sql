-- Conversions keep to their types: bits that are lost, digits of a DateTime, and what accurateCast refuses.

CREATE TABLE t (k UInt8, x Nullable(Int32), s String, at DateTime(3), i Int8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 'ab', '2024-03-17 15:04:05.125', -1), (2, NULL, 'abc', '2024-03-18 00:00:00', 64), (3, 5, '61F0C404-5CB3-11E7-907B-A6006AD3DBA0', '2024-03-19 00:00:00.5', 127);

SELECT k, toTypeName(at), toUnixTimestamp64Milli(at), toTypeName(CAST(at, 'DateTime(1, \'UTC\')')) FROM t ORDER BY k;
-- 1	DateTime64(3)	1710687845125	DateTime64(1, 'UTC')
-- 2	DateTime64(3)	1710720000000	DateTime64(1, 'UTC')
-- 3	DateTime64(3)	1710806400500	DateTime64(1, 'UTC')
SELECT toTypeName(toDateTime(s, 2)), toUnixTimestamp64Milli(toDateTime('2024-03-17 15:04:05.25', 2, 'Asia/Tokyo')), toTypeName(toDateTime(s, 0)) FROM t WHERE k = 4 OR k = 1 AND isNull(NULL) AND s = 'none';
-- (no rows)
SELECT k, bitShiftLeft(i, 1), bitShiftLeft(k, 7), bitShiftLeft(x, 31), toTypeName(bitShiftLeft(x, k)), bitShiftLeft(toUInt64(18446744073709551615), k) FROM t ORDER BY k;
-- 1	-2	128	-2147483648	Nullable(Int32)	18446744073709551614
-- 2	-128	0	\N	Nullable(Int32)	18446744073709551612
-- 3	-2	128	-2147483648	Nullable(Int32)	18446744073709551608
SELECT k, accurateCastOrNull(s, 'FixedString(2)'), accurateCastOrNull(s, 'UUID'), accurateCastOrDefault(s, 'UUID') FROM t ORDER BY k;
-- 1	ab	\N	00000000-0000-0000-0000-000000000000
-- 2	\N	\N	00000000-0000-0000-0000-000000000000
-- 3	\N	61f0c404-5cb3-11e7-907b-a6006ad3dba0	61f0c404-5cb3-11e7-907b-a6006ad3dba0
SELECT accurateCast(s, 'UUID') FROM t WHERE k = 1;
-- error CANNOT_PARSE_UUID
SELECT accurateCast(s, 'FixedString(2)') FROM t WHERE k = 2;
-- error TOO_LARGE_STRING_SIZE
SELECT accurateCastOrNull(s, 'Enum8(\'ab\' = 1)') FROM t WHERE k = 1;
-- ab
SELECT accurateCastOrNull('b', 'Enum8(\'ab\' = 1)') FROM t WHERE k = 1;
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT k, toUnixTimestamp(toDateTimeOrDefault(s, 'Asia/Tokyo', toDateTime(5))), toTypeName(toDateTimeOrDefault(s, 'Asia/Tokyo')), toUnixTimestamp(toDateTimeOrDefault('2024-03-17 15:04:05', 'Asia/Tokyo', at::DateTime)) FROM t ORDER BY k;
-- 1	5	DateTime('Asia/Tokyo')	1710655445
-- 2	5	DateTime('Asia/Tokyo')	1710655445
-- 3	5	DateTime('Asia/Tokyo')	1710655445
SELECT k, CASE x WHEN NULL THEN 'none' WHEN 5 THEN 'five' ELSE 'other' END, CASE x WHEN if(k = 3, 5, NULL) THEN 'same' ELSE 'other' END, CASE k WHEN NULL THEN 1 ELSE 2 END FROM t ORDER BY k;
-- 1	other	other	2
-- 2	none	same	2
-- 3	five	same	2
SELECT mapFromArrays([k, 9], [s, 'z']) FROM t ORDER BY k;
-- {1:'ab',9:'z'}
-- {2:'abc',9:'z'}
-- {3:'61F0C404-5CB3-11E7-907B-A6006AD3DBA0',9:'z'}
SELECT mapFromArrays([k, 9], [s]) FROM t;
-- error SIZES_OF_ARRAYS_DONT_MATCH
SELECT transform(k, [1], ['one']) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT k, transform(k, [1, 2], ['one', 'two'], 'many') FROM t ORDER BY k;
-- 1	one
-- 2	two
-- 3	many
