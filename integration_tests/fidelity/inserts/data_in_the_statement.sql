-- JSONEachRow, CSV and TSV with the data in the statement.

CREATE TABLE t (k Int32, v String DEFAULT 'dd', n Nullable(Float64), d DateTime('UTC') DEFAULT '2000-01-01 00:00:00', b Bool) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t FORMAT JSONEachRow {"k":1,"v":"it's","n":null,"d":"2020-01-01 00:00:00","b":true}
{"k":2}
{"k":3,"v":null,"zz":1},{"k":"4","v":5};
INSERT INTO t (v, k) FORMAT CSV "a ""q"" SELECT, 'b'",20
z,21;
INSERT INTO t FORMAT CSVWithNames
v,k
q,13;
INSERT INTO t (k) FORMAT JSONEachRow {"k":22,"v":"no"};
CREATE TABLE u (k Int32, a Array(Int32), s Array(String), d DateTime('UTC')) ENGINE = MergeTree ORDER BY k;
INSERT INTO u FORMAT JSONEachRow [{"k":1,"a":[1,2],"s":["x",3],"d":86400},{"k":2,"a":[]}];
SELECT * FROM u ORDER BY k;
-- 1	[1,2]	['x','3']	1970-01-02 00:00:00
-- 2	[]	[]	1970-01-01 00:00:00
INSERT INTO t FORMAT JSONEachRow {"k":1, "k":2};
-- error INCORRECT_DATA
INSERT INTO t FORMAT CSV 14,x;
-- error CANNOT_PARSE_INPUT_ASSERTION_FAILED
SELECT k, v, n, d, b FROM t ORDER BY k;
-- 1	it's	\N	2020-01-01 00:00:00	true
-- 2	dd	\N	2000-01-01 00:00:00	false
-- 3	dd	\N	2000-01-01 00:00:00	false
-- 4	5	\N	2000-01-01 00:00:00	false
-- 13	q	\N	2000-01-01 00:00:00	false
-- 20	a "q" SELECT, 'b'	\N	2000-01-01 00:00:00	false
-- 21	z	\N	2000-01-01 00:00:00	false
-- 22	dd	\N	2000-01-01 00:00:00	false
