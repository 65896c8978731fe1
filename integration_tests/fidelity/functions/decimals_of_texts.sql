-- accurateCast cuts the digits of a text beyond the scale, as CAST does.

SELECT accurateCastOrNull('1.5', 'Decimal(5, 0)'), accurateCast('2.55', 'Decimal(5, 1)'), accurateCastOrNull('-2.55', 'Decimal(5, 1)'), accurateCastOrDefault('2.59', 'Decimal(5, 1)') FROM numbers(1);
-- 1	2.5	-2.5	2.5
SELECT accurateCastOrNull('abc', 'Decimal(5, 0)'), accurateCastOrNull(toNullable('1.25'), 'Decimal(18, 1)'), toTypeName(accurateCast('1', 'Decimal(5, 1)')) FROM numbers(1);
-- \N	1.2	Decimal(5, 1)
SELECT accurateCastOrNull('12345678', 'Decimal(5, 1)') FROM numbers(1);
-- 12345678
-- differs: a Decimal has the digits of its type, docs/differences.md#sparks-values
-- \N
SELECT accurateCast('abc', 'Decimal(5, 0)') FROM numbers(1);
-- error CANNOT_PARSE_TEXT
SELECT accurateCast(toDecimal32(1.25, 2), 'Decimal(5, 2)'), accurateCastOrNull(1.5, 'Decimal(5, 1)'), accurateCastOrNull(3, 'Decimal(5, 1)') FROM numbers(1);
-- 1.25	1.5	3
SELECT arraySlice([1, 2, 3], NULL, 2), arraySlice([1, 2, 3], 2, NULL), arraySlice([1, 2, 3], if(number = 0, NULL, 3)), toTypeName(arraySlice([1, 2, 3], toNullable(2))) FROM numbers(2);
-- [1,2]	[2,3]	[1,2,3]	Array(UInt8)
-- [1,2]	[2,3]	[3]	Array(UInt8)
