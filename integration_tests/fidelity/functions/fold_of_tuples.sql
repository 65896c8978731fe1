-- arrayFold with a tuple that it goes on with.

SELECT arrayFold((acc, x) -> (acc.2, acc.2 + acc.1), [1, 2], (1::Int64, 0::Int64)) FROM numbers(1);
-- (1,1)
SELECT arrayFold((acc, x) -> (acc.2, acc.2 + acc.1), range(number), (1::Int64, 0::Int64)) FROM numbers(6);
-- (0,1)
-- (1,0)
-- (1,1)
-- (1,2)
-- (2,3)
-- (3,5)
SELECT arrayFold((acc, x) -> (acc.1 || x, acc.2 + 1), ['a', 'b'], ('', 0::Int64)) FROM numbers(1);
-- ('ab',2)
SELECT arrayFold((acc, x) -> arrayPushFront(acc, x), [1, 2], emptyArrayInt64()) FROM numbers(1);
-- [2,1]
SELECT toString(arrayFold((acc, x) -> tuple(acc.1 + x), [1, 2], tuple(1::Int64))) FROM numbers(1);
-- (4)
SELECT arrayFold((acc, x) -> ((acc.1).1 + x, 5::UInt8)::Tuple(Tuple(Int64), UInt8), [1, 2], (tuple(1::Int64), 0::UInt8)) FROM numbers(1);
-- error TYPE_MISMATCH
