-- An IPv4 address is calculated with as the number it is; it compares with numbers that have no sign.

CREATE TABLE t (k UInt32, ip IPv4, i Int8, f Float32, day Date, at DateTime) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '1.2.3.4', 1, 1.5, '2020-01-01', '2020-01-01 00:00:00'), (2, '0.0.0.9', -1, 0, '2020-01-01', '2020-01-01 00:00:00');

SELECT k, ip + 1, ip - 1, ip * 2, ip / 2, ip + ip, ip % 256, intDiv(ip, 256) FROM t ORDER BY k;
-- 1	16909061	16909059	33818120	8454530	33818120	4	66051
-- 2	10	8	18	4.5	18	9	0
SELECT toTypeName(ip + 1), toTypeName(ip - 1), toTypeName(ip * 2), toTypeName(ip / 2), toTypeName(ip + i) FROM t LIMIT 1;
-- UInt64	Int64	UInt64	Float64	Int64
SELECT k FROM t WHERE ip + 1 = 10;
-- 2
SELECT k FROM t WHERE ip = 9;
-- 2
SELECT k FROM t WHERE ip = i;
-- error NOT_IMPLEMENTED
SELECT k FROM t WHERE ip > -1;
-- error NOT_IMPLEMENTED
SELECT k FROM t WHERE ip < f;
-- error NOT_IMPLEMENTED
SELECT k FROM t WHERE ip = at;
-- error NO_COMMON_TYPE
SELECT k FROM t WHERE ip = day;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT -ip FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
