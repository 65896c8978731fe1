-- if, multiIf, coalesce and the like.

SELECT if(1 > 0, 'yes', 'no'), multiIf(1 > 2, 'a', 2 > 1, 'b', 'c');
-- yes	b
SELECT coalesce(NULL, NULL, 3), ifNull(NULL, 'x'), nullIf(1, 1), nullIf(1, 2);
-- 3	x	\N	1
SELECT greatest(1, 5, 3), least(1, 5, 3);
-- 5	1
SELECT number, multiIf(number = 0, 'zero', number < 3, 'few', 'many') AS w FROM numbers(5) ORDER BY number;
-- 0	zero
-- 1	few
-- 2	few
-- 3	many
-- 4	many
