-- A histogram's bins adapt to the values; they depend on the order of rows where there are many.

CREATE TABLE h (k UInt32, x Float64, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO h SELECT number, (number * 7919) % 1000, if(number % 3 = 0, NULL, number % 17) FROM numbers(300);
SELECT histogram(3)(x) FROM h WHERE k < 5;
-- [(0,358.25,1.125),(358.25,797.5,1.875),(797.5,919,2)]
SELECT histogram(2)(x) FROM h WHERE k < 4;
-- [(0,419,1.25),(419,919,2.75)]
SELECT k % 100 AS g, histogram(20)(x) FROM h GROUP BY g ORDER BY g LIMIT 3;
-- 0	[(0,400,1),(400,850,1),(850,900,1)]
-- 1	[(719,769,1),(769,869,1),(869,919,1)]
-- 2	[(638,688,1),(688,788,1),(788,838,1)]
SELECT histogram(5)(n), histogram(2)(n) FROM h WHERE k < 3;
-- [(1,1.5,1),(1.5,2,1)]	[(1,1.5,1),(1.5,2,1)]
SELECT histogram(5)(x) FROM h WHERE k > 5000;
-- []
SELECT histogramIf(3)(x, k < 4) FROM h;
-- [(0,398.75,1.125),(398.75,858.25,1.75),(858.25,919,1.125)]
SELECT histogram(5)(x) FROM (SELECT 1 AS x UNION ALL SELECT 1 UNION ALL SELECT 4);
-- [(1,2.5,1.875),(2.5,4,1.125)]
SELECT histogram(0)(x) FROM h;
-- error BAD_ARGUMENTS
SELECT histogram(251)(x) FROM h;
-- error PARAMETER_OUT_OF_BOUND
SELECT histogram(x) FROM h;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT histogram('a')(x) FROM h;
-- error UNSUPPORTED_PARAMETER
SELECT histogram(5)(toString(x)) FROM h;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT histogram(3)(if(k = 1, nan, x)) FROM h;
-- error INCORRECT_DATA
