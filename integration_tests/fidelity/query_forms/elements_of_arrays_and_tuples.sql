-- Elements of arrays count from 1 in a statement that is ClickHouse's, those of tuples have numbers.

CREATE TABLE t (k Int64, a Array(String), m Map(String, Int32), p Tuple(Int32, String)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['x', 'y'], {'p': 1}, (7, 'q')), (2, [], {}, (8, 'r'));
SELECT a[1], a[2], a[-1], a[9] FROM t FINAL ORDER BY k;
-- x	y	y	''
-- ''	''	''	''
SELECT m['p'], m['z'] FROM t FINAL ORDER BY k;
-- 1	0
-- 0	0
SELECT p.1, p.2, tupleElement(p, 1) FROM t ORDER BY k;
-- 7	q	7
-- 8	r	8
SELECT p.1 AS n, n + 1 FROM t WHERE p.2 = 'r';
-- 8	9
SELECT a[0] FROM t FINAL;
-- error ZERO_ARRAY_OR_TUPLE_INDEX
SELECT groupArray(k)[1] FROM (SELECT k FROM t FINAL ORDER BY k);
-- 1
SELECT splitByChar(',', 'a,b')[2], splitByChar(',', 'a,b')[5];
-- b	''
SELECT argMax((k, a), k).1 FROM t;
-- 2
SELECT arrayMap(x -> x.1, [(1, 'a'), (2, 'b')]);
-- [1,2]
SELECT ((1, 2), 3).1.2;
-- 2
