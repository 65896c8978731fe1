-- untuple makes a column of each element.

SELECT untuple((1, 'a', 3));
-- 1	a	3
SELECT number, untuple((number, 'a')) FROM numbers(2) ORDER BY number;
-- 0	0	a
-- 1	1	a
SELECT lengthUTF8(randomStringUTF8(13)), randomStringUTF8(0) = '', lengthUTF8(randomStringUTF8(number)) FROM numbers(2) ORDER BY number;
-- 13	1	0
-- 13	1	1
SELECT count() FROM numbers(5) WHERE indexHint(number < 10);
-- 5
