-- A sum with overflow is as wide as its argument, and wraps around.

SELECT sumWithOverflow(toUInt8(200)), sumWithOverflow(toInt8(100)), sumWithOverflow(toInt32(2000000000)), sumWithOverflow(toUInt16(40000)), sumWithOverflow(toInt8(-100)) FROM numbers(2);
-- 144	-56	-294967296	14464	56
SELECT sumWithOverflow(toNullable(toUInt8(200))), sumWithOverflow(1.5), toTypeName(sumWithOverflow(toUInt8(200))) FROM numbers(2);
-- 144	3	UInt8
SELECT sumWithOverflowIf(toUInt8(200), number > 0), sumWithOverflowOrNull(toUInt8(200)), sumWithOverflowArray([toUInt8(200), toUInt8(100)]) FROM numbers(3);
-- 144	88	132
SELECT sumWithOverflow(toUInt8(number)) FROM numbers(0);
-- 0
SELECT number, sumWithOverflow(toUInt8(200)) OVER (ORDER BY number) FROM numbers(3) ORDER BY number;
-- 0	200
-- 1	144
-- 2	88
SELECT number % 2 AS k, sumWithOverflow(toUInt8(200)), sum(toUInt8(200)) FROM numbers(5) GROUP BY k ORDER BY k;
-- 0	88	600
-- 1	144	400
SELECT sumMapWithOverflow([toUInt8(1)], [toUInt8(200)]).2, sumMapWithOverflow([1, 2], [toInt8(100), toInt8(1)]).2, sumMapWithOverflow(map('a', toUInt8(200)))['a'] FROM numbers(2);
-- error ILLEGAL_TYPE_OF_ARGUMENT
