-- Indexes that look into texts, and MATERIALIZE and CLEAR INDEX, which are mutations.

CREATE TABLE t (a Int32, s String, w Array(String), INDEX tokens s TYPE tokenbf_v1(256, 2, 0) GRANULARITY 1, INDEX grams lower(s) TYPE ngrambf_v1(3, 256, 2, 0) GRANULARITY 4) ENGINE = MergeTree ORDER BY a;
INSERT INTO t SELECT number, concat('word', toString(number), ' x'), [toString(number)] FROM numbers(100);
SELECT count() FROM t WHERE hasToken(s, 'word7');
-- 1
SELECT a FROM t WHERE s LIKE '%word42%' AND has(w, '42');
-- 42
ALTER TABLE t ADD INDEX words w TYPE bloom_filter(0.01), ADD INDEX both (s, w) TYPE ngrambf_v1(2, 256, 2, 0);
ALTER TABLE t ADD INDEX whole s TYPE text(tokenizer = 'splitByNonAlpha');
ALTER TABLE t MATERIALIZE INDEX tokens;
ALTER TABLE t MATERIALIZE INDEX IF EXISTS missing;
ALTER TABLE t MATERIALIZE INDEX words IN PARTITION tuple(), DELETE WHERE a = 99;
ALTER TABLE t CLEAR INDEX tokens;
ALTER TABLE t DROP INDEX tokens;
SELECT name, type, type_full, expr, granularity FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 't' ORDER BY name;
-- both	ngrambf_v1	ngrambf_v1(2, 256, 2, 0)	s, w	1
-- grams	ngrambf_v1	ngrambf_v1(3, 256, 2, 0)	lower(s)	4
-- whole	text	text(tokenizer = 'splitByNonAlpha')	s	100000000
-- words	bloom_filter	bloom_filter(0.01)	w	1
SELECT count(), sum(a) FROM t WHERE hasToken(s, 'x');
-- 99	4851
ALTER TABLE t ADD INDEX bad a TYPE tokenbf_v1(256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad s TYPE tokenbf_v1(256, 2);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad s TYPE ngrambf_v1(256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad s TYPE ngrambf_v1(0, 256, 2, 0);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad s TYPE ngrambf_v1('a', 256, 2, 0);
-- error BAD_GET
ALTER TABLE t ADD INDEX bad s TYPE text;
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad a TYPE hypothesis;
-- error ILLEGAL_INDEX
ALTER TABLE t ADD INDEX bad s TYPE inverted;
-- error INCORRECT_QUERY
ALTER TABLE t ADD INDEX bad s TYPE bloom_filter(2);
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad s TYPE set('a');
-- error INCORRECT_QUERY
ALTER TABLE t ADD INDEX bad rand() TYPE minmax;
-- error BAD_ARGUMENTS
ALTER TABLE t ADD INDEX bad 1 TYPE minmax;
-- error INCORRECT_QUERY
ALTER TABLE t ADD INDEX bad a TYPE minmax GRANULARITY 0;
-- error BAD_ARGUMENTS
