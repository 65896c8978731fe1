-- A function of any number of arguments refuses a later one of another kind.

CREATE TABLE o (x UInt8, s String) ENGINE = MergeTree ORDER BY x;
SELECT arrayConcat([x], [2], 'a') FROM o;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayZip([x], ['a'], 3) FROM o;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT arrayIntersect([x], [2], s) FROM o;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT tupleConcat((1, 2), (3, x), 4) FROM o;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT sum(and(x, 1, s)) FROM o;
-- error ILLEGAL_TYPE_OF_ARGUMENT
