-- quantileInterpolatedWeighted cuts what it finds for whole numbers.

CREATE TABLE w (i Int8, u UInt64, d Decimal(9,2), dt Date, f Float32, w UInt8) ENGINE = MergeTree ORDER BY i;
INSERT INTO w VALUES (-5, 1, 1.25, '2020-01-01', 0.5, 1), (-2, 4, 2.5, '2020-01-04', 1.5, 2), (3, 9, 7.77, '2020-02-01', 4, 3);
SELECT quantileInterpolatedWeighted(0.4)(i, w), quantileInterpolatedWeighted(0.4)(u, w), quantileInterpolatedWeighted(0.4)(d, w), quantileInterpolatedWeighted(0.4)(dt, w), quantileInterpolatedWeighted(0.4)(f, w) FROM w;
-- -1	4	3.34	2020-01-08	1.9
SELECT quantilesInterpolatedWeighted(0.1, 0.6, 0.7)(i, w), quantilesInterpolatedWeighted(0.6)(u, w), quantilesInterpolatedWeighted(0.6)(d, w), toString(quantilesInterpolatedWeighted(0.6, 0.8)(dt, w)), quantilesInterpolatedWeighted(0.7)(f, w) FROM w;
-- [-4,1,2]	[7]	[5.87]	['2020-01-21','2020-02-01']	[3.7]
SELECT quantileInterpolatedWeighted(0.6)(i, 0), quantileInterpolatedWeighted(0.6)(d, 0), quantileInterpolatedWeighted(i % 2)(i, w) FROM w;
-- error BAD_ARGUMENTS
CREATE TABLE sb (cnt UInt64, d Date) ENGINE = MergeTree ORDER BY d;
INSERT INTO sb VALUES(1,'2020-01-01'),(4,'2020-01-02'),(5,'2020-01-03'),(2,'2020-01-04'),(3,'2020-01-05'),(7,'2020-01-06'),(6,'2020-01-07'),(8,'2020-01-08'),(2,'2020-01-11');
SELECT quantileInterpolatedWeighted(cnt, cnt) FROM sb;
-- 5
SELECT quantileInterpolatedWeighted(0.5)(number, 1) FROM numbers(4);
-- 1
SELECT quantileInterpolatedWeighted(0)(number, 1), quantileInterpolatedWeighted(1)(number, 1), quantileInterpolatedWeighted(0.25)(number, number), quantileInterpolatedWeighted(0.9)(number, 10 - number) FROM numbers(10);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT quantilesInterpolatedWeighted(0.1, 0.3, 0.5, 0.77, 0.99)(number, number % 3) FROM numbers(20);
-- [1,5,10,14,19]
SELECT medianInterpolatedWeighted(number, 2), round(quantileInterpolatedWeighted(0.3)(toFloat64(number) / 2, 3), 6) FROM numbers(5);
-- 2	0.5
SELECT quantileInterpolatedWeighted(0.5)(cnt, 1) FROM sb WHERE cnt > 100;
-- 0
SELECT quantileInterpolatedWeighted(0.5)(cnt, 0) FROM sb;
-- 8
SELECT d > '2020-01-04' AS g, quantileInterpolatedWeighted(0.5)(cnt, cnt), quantileExactWeighted(0.5)(cnt, cnt), quantileExactWeightedInterpolated(0.5)(cnt, cnt) FROM sb GROUP BY g ORDER BY g;
-- 0	4	4	4
-- 1	6	7	7
