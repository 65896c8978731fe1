-- With allow_suspicious_ttl_expressions a TTL may be the same moment for all rows.

CREATE TABLE t (k UInt8, v String TTL toDate('2001-01-01'), w String TTL '2100-01-01 00:00:00'::DateTime) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
SET allow_suspicious_ttl_expressions = 1;
CREATE TABLE t (k UInt8, v String TTL toDate('2001-01-01'), w String TTL '2100-01-01 00:00:00'::DateTime) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'gone', 'stays'), (2, 'gone', 'stays');
OPTIMIZE TABLE t FINAL;
SELECT * FROM t ORDER BY k;
-- 1	''	stays
-- 2	''	stays
ALTER TABLE t MODIFY TTL toDate('2001-01-01') SETTINGS mutations_sync = 1;
SELECT count() FROM t;
-- 0
CREATE TABLE u (k UInt8) ENGINE = MergeTree ORDER BY k TTL toDate('2001-01-01') WHERE k = 1;
INSERT INTO u VALUES (1), (2);
OPTIMIZE TABLE u FINAL;
SELECT k FROM u;
-- 2
CREATE TABLE w (k UInt8, v String TTL 2 + 2) ENGINE = MergeTree ORDER BY k;
-- error BAD_TTL_EXPRESSION
SET allow_suspicious_ttl_expressions = 0;
ALTER TABLE u MODIFY TTL toDate('2001-01-01');
-- error BAD_ARGUMENTS
