-- The types of what an index is of, columns and expressions.

CREATE TABLE t (k Int64, s String, f FixedString(4), n Nullable(String), l LowCardinality(String), d Decimal(9, 2), at DateTime, m Map(String, Int64), a Array(Int64), w Array(LowCardinality(String)), j JSON,
    INDEX i1 lower(s) TYPE tokenbf_v1(256, 2, 0), INDEX i2 toDate(at) TYPE minmax, INDEX i3 cityHash64(s) TYPE bloom_filter(0.01),
    INDEX i4 mapKeys(m) TYPE ngrambf_v1(3, 256, 2, 0), INDEX i5 k % 10 TYPE set(0), INDEX i6 arrayMap(x -> x + 1, a) TYPE bloom_filter,
    INDEX i7 assumeNotNull(n) TYPE tokenbf_v1(256, 2, 0), INDEX i8 toString(d) TYPE sparse_grams(3, 100, 256, 2, 0), INDEX i9 f TYPE tokenbf_v1(256, 2, 0),
    INDEX i10 l TYPE ngrambf_v1(3, 256, 2, 0), INDEX i11 n TYPE text(tokenizer = 'splitByNonAlpha'), INDEX i12 (k, d) TYPE minmax)
ENGINE = MergeTree ORDER BY k;
SELECT name, type_full, expr FROM system.data_skipping_indices WHERE database = 'shop' AND name IN ('i1', 'i4', 'i7', 'i8') ORDER BY name;
-- i1	tokenbf_v1(256, 2, 0)	lower(s)
-- i4	ngrambf_v1(3, 256, 2, 0)	mapKeys(m)
-- i7	tokenbf_v1(256, 2, 0)	assumeNotNull(n)
-- i8	sparse_grams(3, 100, 256, 2, 0)	toString(d)
ALTER TABLE t ADD INDEX bad k + 1 TYPE tokenbf_v1(256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad length(s) TYPE ngrambf_v1(3, 256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad mapValues(m) TYPE tokenbf_v1(256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad lower(n) TYPE tokenbf_v1(256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad n TYPE ngrambf_v1(3, 256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad w TYPE tokenbf_v1(256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad k + 1 TYPE text(tokenizer = 'splitByNonAlpha');
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad m TYPE bloom_filter;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX bad d * 2 TYPE bloom_filter;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX bad (s, d) TYPE bloom_filter;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX bad array(a) TYPE bloom_filter;
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad array(n) TYPE bloom_filter;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX bad toDate32(at) TYPE bloom_filter;
-- error ILLEGAL_COLUMN
ALTER TABLE t ADD INDEX bad j TYPE minmax;
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad sum(k) TYPE minmax;
-- error ILLEGAL_AGGREGATION
ALTER TABLE t ADD INDEX bad arrayJoin(a) TYPE bloom_filter;
-- error INCORRECT_QUERY
ALTER TABLE t MODIFY COLUMN s UInt64;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT count() FROM system.data_skipping_indices WHERE database = 'shop' AND table = 't';
-- 12
