-- Arithmetic on numbers, and the functions around it.

SELECT 1 + 2, 5 - 7, 3 * 4, 7 / 2, 7 % 4, -7 % 4, intDiv(7, 2), intDiv(-7, 2);
-- 3	-2	12	3.5	3	-3	3	-3
SELECT sqrt(16), pow(2, 10), exp(0), log(1), log2(8), log10(1000);
-- 4	1024	1	0	3	3
SELECT greatest(1.5, 2), least(-1, 0), 10 / 4, 1 / 3;
-- 2	-1	2.5	0.3333333333333333
SELECT sum(number) / count() FROM numbers(4);
-- 1.5
SELECT avg(number), sum(number) / 3 FROM numbers(2);
-- 0.5	0.3333333333333333
