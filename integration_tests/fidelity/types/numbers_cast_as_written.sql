-- A number before :: is a text that becomes a value, so that what is no such value is refused.

CREATE TABLE o (x UInt8, i Int32, s String, fs FixedString(2)) ENGINE = MergeTree ORDER BY x;
INSERT INTO o VALUES (1, -5, '2024-01-01', 'ab'), (200, 70000, 'x', 'cd');
SELECT -1::Int8, toTypeName(-1::Int8), 5 - 1::UInt64, 300::UInt8, -129::Int8, true::UInt8 FROM o WHERE x = 1;
-- -1	Int8	4	44	127	1
SELECT 256::Nullable(UInt8), 255::Nullable(UInt8), -1::Nullable(UInt8), 1.5::Nullable(UInt8) FROM o WHERE x = 1;
-- \N	255	\N	\N
SELECT x, sum(x + 2::UInt8) OVER (ORDER BY x), 1_000::String, 0x10::String, 1::Bool + 0 FROM o ORDER BY x;
-- 1	3	1_000	0x10	1
-- 200	205	1_000	0x10	1
SELECT arrayMap(v -> v + 1::Nullable(UInt8), [x]), toString(1700000000::DateTime('UTC')) FROM o ORDER BY x;
-- [2]	2023-11-14 22:13:20
-- [201]	2023-11-14 22:13:20
SELECT 1.7::Int8 FROM o;
-- error CANNOT_PARSE_TEXT
SELECT 0x10::UInt32 FROM o;
-- error CANNOT_PARSE_TEXT
SELECT x FROM o WHERE x = 1e3::UInt32;
-- error CANNOT_PARSE_TEXT
SELECT max(2::Bool) FROM o;
-- error CANNOT_PARSE_BOOL
SELECT 19000::Date FROM o;
-- error CANNOT_PARSE_DATE
SELECT 1::UUID FROM o;
-- error CANNOT_PARSE_UUID
