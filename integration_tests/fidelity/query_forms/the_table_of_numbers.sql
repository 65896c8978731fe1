-- The numbers of system.numbers are UInt64.

SELECT number, number % 2, if(number % 2, 1, -1) FROM system.numbers LIMIT 4;
-- 0	0	-1
-- 1	1	1
-- 2	0	-1
-- 3	1	1
SELECT toTypeName(number), toTypeName(number % 2), toTypeName(number * -1) FROM system.numbers LIMIT 1;
-- UInt64	UInt8	Int64
SELECT number FROM system.numbers WHERE number % 7 = 3 LIMIT 2 OFFSET 1;
-- 10
-- 17
SELECT count() FROM (SELECT number FROM system.numbers_mt LIMIT 10);
-- 10
CREATE TABLE t (k UInt64, s Int8) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, if(number % 2, 1, -1) FROM system.numbers LIMIT 5;
SELECT * FROM t ORDER BY k;
-- 0	-1
-- 1	1
-- 2	-1
-- 3	1
-- 4	-1
