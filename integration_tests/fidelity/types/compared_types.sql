-- Which types compare, and which columns a join takes for equal.

CREATE TABLE t (k Int32, u UInt32, i Int64, f Float64, d Decimal(9, 2), s String, x FixedString(3), day Date, at DateTime('UTC'), fine DateTime64(3, 'UTC'), b Bool, e Enum8('a' = 1, 'b' = 2), id UUID, v4 IPv4, v6 IPv6, arr Array(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 16909060, 1, 1.5, 1.5, 'a', 'a', '1970-01-02', '1970-01-01 00:00:01', '1970-01-01 00:00:01.500', true, 'a', '00000000-0000-0000-0000-000000000001', '1.2.3.4', '::ffff:1.2.3.4', [1]);
SELECT count() FROM t WHERE v4 = u AND v4 = 16909060 AND v4 < 16909061;
-- 1
SELECT count() FROM t WHERE v4 = v6 AND v6 >= v4;
-- 1
SELECT count() FROM t WHERE b = e AND e = i AND e < 2;
-- 1
SELECT count() FROM t WHERE at = e AND at = i AND fine > i AND fine = f;
-- 1
SELECT count() FROM t WHERE d = f AND d = fine;
-- 1
SELECT count() FROM t WHERE e = s AND s = x;
-- 1
SELECT count() FROM t WHERE day = '1970-01-02' AND d = '1.5' AND id = '00000000-0000-0000-0000-000000000001';
-- 1
SELECT count() FROM t WHERE day = s;
-- error NO_COMMON_TYPE
SELECT count() FROM t WHERE at > s;
-- error NO_COMMON_TYPE
SELECT count() FROM t WHERE fine = s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE d = s;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE day = i;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE day = id;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE at = v6;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE day = arr;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE d = e;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE e = id;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t WHERE d = at;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM t AS l JOIN t AS r ON l.u = r.i AND l.k < 9;
-- 0
SELECT count() FROM t AS l JOIN t AS r ON l.k = r.f;
-- 0
SELECT count() FROM t AS l JOIN t AS r ON l.i = r.f;
-- error NO_COMMON_TYPE
SELECT count() FROM t AS l JOIN t AS r ON l.i = r.at;
-- error NO_COMMON_TYPE
SELECT count() FROM t AS l JOIN t AS r ON l.day = r.s;
-- error NO_COMMON_TYPE
SELECT count() FROM t AS l JOIN t AS r ON l.v4 = r.v6;
-- error NO_COMMON_TYPE
SELECT count() FROM t AS l JOIN t AS r ON l.v4 = r.u;
-- 1
SELECT count() FROM t AS l JOIN t AS r ON l.e = r.s;
-- 1
SELECT count() FROM t AS l JOIN t AS r ON l.k = r.k WHERE l.i = r.f OR l.at = r.i;
-- 1
