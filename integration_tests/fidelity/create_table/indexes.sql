-- Skipping indexes change no answer, FINAL or not.

CREATE TABLE t (k UInt32, v String, n Int32, ver UInt8, INDEX a v TYPE bloom_filter GRANULARITY 1, INDEX b n TYPE minmax, INDEX c n % 10 TYPE set(100) GRANULARITY 4)
ENGINE = ReplacingMergeTree(ver) ORDER BY k SETTINGS index_granularity = 128;
INSERT INTO t SELECT number, toString(number), number, 1 FROM numbers(1000);
INSERT INTO t SELECT number, 'beaten', -1, 2 FROM numbers(10);
SELECT count() FROM t FINAL WHERE v = '5';
-- 0
SELECT count() FROM t WHERE v = '5';
-- 1
SELECT count() FROM t FINAL WHERE n = 5;
-- 0
SELECT k FROM t FINAL WHERE n = 500;
-- 500
SELECT count() FROM t FINAL WHERE n % 10 = 3;
-- 99
SELECT name, type, expr FROM system.data_skipping_indices WHERE database = 'shop' ORDER BY name;
-- a	bloom_filter	v
-- b	minmax	n
-- c	set	n % 10
