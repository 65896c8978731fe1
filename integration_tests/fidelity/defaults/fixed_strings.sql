-- A FixedString that becomes a String by a DEFAULT or an UPDATE ends before the zero bytes that fill it.

CREATE TABLE t (k UInt8, f FixedString(4), s String DEFAULT f, m String MATERIALIZED f, a String ALIAS f, o String) ENGINE = MergeTree ORDER BY k SETTINGS mutations_sync = 2;
INSERT INTO t (k, f, o) VALUES (1, 'ab', 'x'), (2, 'abcd', 'y');
SELECT k, hex(s), hex(m), hex(a) FROM t ORDER BY k;
-- 1	6162	6162	6162
-- 2	61626364	61626364	61626364
ALTER TABLE t UPDATE o = f WHERE 1 SETTINGS mutations_sync = 2;
SELECT k, hex(o) FROM t ORDER BY k;
-- 1	6162
-- 2	61626364
ALTER TABLE t ADD COLUMN late String DEFAULT f;
SELECT k, hex(late) FROM t ORDER BY k;
-- 1	6162
-- 2	61626364
SELECT base64Decode(base64Encode(CAST(NULL AS Nullable(String)))), base64Decode(base64Encode(s)), base64URLDecode(base64URLEncode(toNullable(s))) FROM t ORDER BY k;
-- \N	ab	ab
-- \N	abcd	abcd
