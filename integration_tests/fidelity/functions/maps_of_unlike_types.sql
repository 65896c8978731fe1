-- What mapAdd, mapSubtract and mapUpdate take together.

CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1);

SELECT mapAdd(map('a', 1), map('a', 2.5)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapAdd(map('a', 1), map('b', -1)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapAdd(map('a', toInt8(1)), map('a', toInt32(1))) AS m, toTypeName(m) FROM t;
-- {'a':2}	Map(String, Int64)
SELECT mapAdd(map('a', toFloat32(1)), map('a', 2.5)) AS m, toTypeName(m) FROM t;
-- {'a':3.5}	Map(String, Float64)
SELECT mapAdd(map(1, 1), map(1000, 2)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapAdd(map('a', 'x'), map('b', 'y')) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapAdd(map('a', toNullable(1)), map('b', 1)) FROM t;
-- error DATA_TYPE_CANNOT_BE_PROMOTED
SELECT mapSubtract(map('a', 1), map('b', 2)) AS m, toTypeName(m) FROM t;
-- {'a':1,'b':18446744073709551614}	Map(String, UInt64)
SELECT mapSubtract(map('a', toInt8(1)), map('b', toInt8(2))) AS m, toTypeName(m) FROM t;
-- {'a':1,'b':-2}	Map(String, Int64)
SELECT mapUpdate(map('a', 1), map('b', 1000)) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mapUpdate(map('a', k), map('b', toInt64(1000))) AS m, toTypeName(m) FROM t;
-- {'a':1,'b':1000}	Map(String, Int64)
