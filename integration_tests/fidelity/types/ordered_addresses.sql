-- IPv6 addresses are ordered by their bytes, IPv4 ones by their number, UUIDs by their second half first.

CREATE TABLE t (k Int32, ip6 IPv6, e Enum8('z'=1,'a'=2), u UUID, f Float64, ni Nullable(Int32), ip4 IPv4, n6 Nullable(IPv6)) ENGINE = MergeTree ORDER BY (ip6, k);
INSERT INTO t VALUES (1,'2001:db8::1','a','61f0c404-5cb3-11e7-907b-a6006ad3dba0',nan,NULL,'10.0.0.2',NULL),(2,'::1','z','00000000-5cb3-11e7-907b-a6006ad3dba0',-0.,2,'9.0.0.1','::1'),(3,'::ffff:1.2.3.4','a','ffffffff-5cb3-11e7-807b-a6006ad3dba0',1,1,'255.0.0.1','fe80::1');
SELECT toString(groupArraySorted(3)(ip6)), toString(groupArraySorted(2)(e)), toString(groupArraySortedIf(5)(e, k > 1)), toString(finalizeAggregation(groupArraySortedState(3)(ip6))) FROM t;
-- ['::1','::ffff:1.2.3.4','2001:db8::1']	['z','a']	['z','a']	['::1','::ffff:1.2.3.4','2001:db8::1']
SELECT ip6 FROM t ORDER BY ip6;
-- ::1
-- ::ffff:1.2.3.4
-- 2001:db8::1
SELECT n6 FROM t ORDER BY n6 DESC;
-- fe80::1
-- ::1
-- \N
SELECT min(ip6), max(ip6), argMin(k, ip6) FROM t;
-- ::1	2001:db8::1	2
SELECT k FROM t WHERE ip6 < toIPv6('::ffff:1.2.3.4');
-- 2
SELECT k FROM t WHERE ip6 < '::ffff:1.2.3.4';
-- 2
SELECT k FROM t WHERE ip6 > '2001:db8::' AND ip6 < '2001:db8::ffff';
-- 1
SELECT k FROM t WHERE ip6 BETWEEN '::' AND '::ff' ORDER BY k;
-- 2
SELECT k FROM t WHERE ip4 < '10.0.0.2' ORDER BY k;
-- 2
SELECT k FROM t WHERE ip4 >= toIPv4('10.0.0.2') ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE u < '61f0c404-5cb3-11e7-907b-a6006ad3dba0' ORDER BY k;
-- 2
-- 3
SELECT k FROM t WHERE n6 >= '::1' ORDER BY k;
-- 2
-- 3
SELECT a.k, b.k FROM t a JOIN t b ON a.ip6 < b.ip6 ORDER BY 1, 2;
-- 2	1
-- 2	3
-- 3	1
SELECT k, row_number() OVER (ORDER BY ip6) FROM t ORDER BY k;
-- 1	3
-- 2	1
-- 3	2
SELECT k FROM t FINAL WHERE ip6 = '::1';
-- error ILLEGAL_FINAL
SELECT k FROM t WHERE (ip6, k) > (toIPv6('::1'), 5) ORDER BY k;
-- 1
-- 3
SELECT cityHash64(ip6), sipHash64(ip6, k) FROM t ORDER BY k;
-- 14607601174881418106	12617660911922204761
-- 3747971208336161882	6379245674638065498
-- 16500485538985372395	17843128450376757180
SELECT ip6, count() FROM t GROUP BY ip6 ORDER BY ip6 DESC;
-- 2001:db8::1	1
-- ::ffff:1.2.3.4	1
-- ::1	1
