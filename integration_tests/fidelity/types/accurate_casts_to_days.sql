-- accurateCast and its kin to days, members of an Enum, UUIDs and texts of a length.

CREATE TABLE o (x UInt8, i Int32, f Float64, s String, n Nullable(Int32)) ENGINE = MergeTree ORDER BY x;
INSERT INTO o VALUES (1, -5, 1.5, '2024-01-01', NULL), (2, 70000, 3, 'a', 7);
SELECT accurateCastOrNull(x, 'Date'), accurateCastOrNull(i, 'Date'), accurateCastOrNull(f, 'Date'), accurateCastOrNull(s, 'Date'), accurateCastOrNull(n, 'Date') FROM o ORDER BY x;
-- 1970-01-02	\N	\N	2024-01-01	\N
-- 1970-01-03	1970-01-01	1970-01-04	\N	1970-01-08
SELECT accurateCastOrNull(x, 'Date32'), accurateCastOrNull(f, 'Date32'), toTypeName(accurateCastOrNull(n, 'Date32')) FROM o ORDER BY x;
-- 1970-01-02	\N	Nullable(Date32)
-- 1970-01-03	1970-01-04	Nullable(Date32)
SELECT accurateCast(x, 'Date'), accurateCastOrDefault(i, 'Date'), toTypeName(accurateCast(x, 'Date')) FROM o ORDER BY x;
-- 1970-01-02	1970-01-01	Date
-- 1970-01-03	1970-01-01	Date
SELECT accurateCast(i, 'Date') FROM o;
-- error CANNOT_CONVERT_TYPE
SELECT groupArray(toString(accurateCastOrNull(x, 'Enum8(\'p\' = 1, \'q\' = 2)'))), count() FROM (SELECT x FROM o ORDER BY x);
-- ['p','q']	2
SELECT accurateCastOrNull(s, 'Enum8(\'a\' = 1)') FROM o;
-- error UNKNOWN_ELEMENT_OF_ENUM
SELECT accurateCastOrNull(s, 'UUID'), accurateCastOrNull(x, 'UUID'), accurateCastOrNull('61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'UUID') FROM o ORDER BY x;
-- \N	\N	61f0c404-5cb3-11e7-907b-a6006ad3dba0
-- \N	\N	61f0c404-5cb3-11e7-907b-a6006ad3dba0
SELECT accurateCast(s, 'UUID') FROM o;
-- error CANNOT_PARSE_UUID
SELECT accurateCastOrNull(s, 'FixedString(2)') IS NULL + 0, length(accurateCastOrNull('a', 'FixedString(2)')) FROM o ORDER BY x;
-- 1	2
-- 0	2
SELECT accurateCastOrNull([x], 'Array(UInt8)') FROM o;
-- error ILLEGAL_TYPE_OF_ARGUMENT
CREATE TABLE texts (k Int8, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO texts VALUES (1, '5'), (2, 'y');
SELECT accurateCast(s, 'Nullable(Int8)'), accurateCast(s, 'Nullable(Date)'), accurateCast(s, 'Nullable(Float64)'), accurateCast(s, 'Nullable(UUID)'), toTypeName(accurateCast(s, 'Nullable(Date)')) FROM texts ORDER BY k;
-- 5	\N	5	\N	Nullable(Date)
-- \N	\N	\N	\N	Nullable(Date)
SELECT accurateCast(k + 400, 'Nullable(Int8)') FROM texts;
-- error CANNOT_CONVERT_TYPE
