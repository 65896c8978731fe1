-- Lambdas that answer with the columns of `*`, of COLUMNS and of untuple, and `lambda(tuple(x), …)`.

CREATE TABLE wide (id UInt64, name String) ENGINE = MergeTree ORDER BY id;
INSERT INTO wide VALUES (1, 'one'), (2, 'two');
CREATE TABLE narrow (n UInt32) ENGINE = MergeTree ORDER BY n;
INSERT INTO narrow VALUES (7), (8);
CREATE TABLE pairs (p Tuple(a String, b UInt8)) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO pairs SELECT ('x', 3);
WITH x -> * AS all_of SELECT all_of(0) FROM wide ORDER BY id;
-- 1	one
-- 2	two
WITH x -> wide.* EXCEPT id AS rest SELECT rest(0), rest(1) FROM wide ORDER BY id;
-- one	one
-- two	two
WITH x -> COLUMNS('^na') AS found SELECT found(0) AS called, upper(called) FROM wide ORDER BY id;
-- one	ONE
-- two	TWO
WITH x -> untuple(x) AS parts SELECT parts(p), parts((1, 'z')) FROM pairs;
-- x	3	1	z
WITH x -> untuple(x) AS parts SELECT concat(parts((name, '!'))) FROM wide ORDER BY id;
-- one!
-- two!
WITH x -> * AS all_of SELECT all_of(0) + 1 FROM narrow ORDER BY n;
-- 8
-- 9
SELECT arrayMap(x -> *, [1, 2]) FROM narrow ORDER BY n;
-- [7,7]
-- [8,8]
SELECT arrayMap(x -> x + untuple(tuple(n)), [1, 2]), arrayMap(x -> untuple(tuple(x)), [3]) FROM narrow ORDER BY n;
-- [8,9]	[3]
-- [9,10]	[3]
SELECT arrayMap(x -> *, [1, 2]) FROM wide;
-- error UNSUPPORTED_METHOD
SELECT narrow.* APPLY x -> narrow.* FROM narrow ORDER BY n;
-- 7
-- 8
SELECT wide.* APPLY x -> wide.* FROM wide;
-- error UNSUPPORTED_METHOD
DESCRIBE (WITH x -> * AS all_of SELECT all_of(0) AS called FROM wide);
-- id	UInt64	''	''	''	''	''
-- name	String	''	''	''	''	''
DESCRIBE (WITH x -> untuple(x) AS parts SELECT parts(p) FROM pairs);
-- tupleElement(p, 'a')	String	''	''	''	''	''
-- tupleElement(p, 'b')	UInt8	''	''	''	''	''
WITH x -> x + 1 AS lambda SELECT arrayMap(lambda(tuple(x), x + n), [1, 2]), lambda(n) FROM narrow ORDER BY n;
-- [8,9]	8
-- [9,10]	9
WITH 5 AS lambda SELECT arraySort(lambda((x, y), y), ['b', 'a'], [2, lambda]) FROM narrow LIMIT 1;
-- ['b','a']
SELECT lambda(tuple(x), x + 1) FROM narrow;
-- error BAD_ARGUMENTS
SELECT x -> x + n FROM narrow;
-- error BAD_ARGUMENTS
SELECT arrayMap(lambda(tuple(1), 2), [1]) FROM narrow;
-- error BAD_ARGUMENTS
