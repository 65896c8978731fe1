-- sumMap leaves NULLs out, and wraps around.

SELECT sumMap(map(0, n)), minMap(map(0, n)), maxMap(map(0, n)) FROM (SELECT if(number % 4 = 0, NULL, number) AS n FROM numbers(10));
-- {0:33}	{0:1}	{0:9}
SELECT sumMap(map(0, n))[0] IS NULL FROM (SELECT if(number < 10, NULL, number) AS n FROM numbers(10));
-- 1
SELECT sumMap(map(1, n)) FROM (SELECT toInt64(9223372036854775807) AS n FROM numbers(3));
-- {1:9223372036854775805}
SELECT sumMap(map(1, n)) FROM (SELECT toUInt64(18446744073709551615) AS n FROM numbers(3));
-- {1:18446744073709551613}
SELECT toString(sumMap([1], [n])) FROM (SELECT toInt64(9223372036854775807) AS n FROM numbers(3));
-- ([1],[9223372036854775805])
SELECT sumMap(map(1, n)) FROM (SELECT toInt8(100) AS n FROM numbers(3));
-- {1:300}
