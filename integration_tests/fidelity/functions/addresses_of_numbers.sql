-- An address of IPv6 that stands for one of IPv4.

CREATE TABLE a (n UInt32, i IPv4) ENGINE = MergeTree ORDER BY n;

INSERT INTO a VALUES (3232235521, '10.0.0.1'), (0, '0.0.0.0');

SELECT IPv6NumToString(IPv4ToIPv6(n)), hex(IPv4ToIPv6(n)), toTypeName(IPv4ToIPv6(n)), IPv4ToIPv6(i), toTypeName(IPv4ToIPv6(i)), IPv6NumToString(IPv4ToIPv6(IPv4StringToNum('192.168.0.1'))) FROM a ORDER BY n;
-- ::ffff:0.0.0.0	00000000000000000000FFFF00000000	FixedString(16)	::ffff:0.0.0.0	IPv6	::ffff:192.168.0.1
-- ::ffff:192.168.0.1	00000000000000000000FFFFC0A80001	FixedString(16)	::ffff:10.0.0.1	IPv6	::ffff:192.168.0.1
