-- Tuples with NULLs, compared and looked for in lists.

CREATE TABLE t (a UInt8, b Nullable(String)) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (0, NULL), (1, 'x'), (2, NULL);
SELECT a, ((a, b) IN ((1, 'x'), (2, NULL))) + 0, ((a, b) NOT IN ((1, 'x'), (2, NULL))) + 0 FROM t ORDER BY a SETTINGS transform_null_in = 1;
-- 0	0	1
-- 1	1	0
-- 2	1	0
SELECT a, ((a, b) IN ((1, 'x'), (2, NULL))) + 0, ((a, b) NOT IN ((1, 'x'), (2, NULL))) + 0 FROM t ORDER BY a;
-- 0	0	1
-- 1	1	0
-- 2	0	1
SELECT a FROM t WHERE (a, b) IN ((2, NULL)) SETTINGS transform_null_in = 1;
-- 2
SELECT ((materialize(1), NULL) IN ((1, NULL))) + 0, ((materialize(1), NULL) IN ((1, 2))) + 0 SETTINGS transform_null_in = 1;
-- 1	0
SELECT a, ((a, b) = (1, 'x')) + 0, ((a, b) < (2, 'x')) + 0, ((a, b) <> (1, 'x')) + 0, ((a, b) <= (2, NULL)) + 0, ((a, b) = (2, NULL)) + 0 FROM t ORDER BY a;
-- 0	0	1	1	\N	0
-- 1	1	1	0	\N	0
-- 2	0	\N	1	\N	\N
SELECT number, ((number, NULL) < (1, 5)) + 0, ((number, NULL) = (1, 5)) + 0, ((number, NULL) <> (1, 5)) + 0 FROM numbers(3) ORDER BY number;
-- 0	\N	0	1
-- 1	\N	\N	\N
-- 2	\N	0	1
SELECT number FROM numbers(3) WHERE (number, NULL) < (1, 5);
-- (no rows)
SELECT ((1, NULL) < (2, 3)) + 0, ((1, NULL) = (2, NULL)) + 0, ((2, 1) > (1, NULL)) + 0, ((1, (2, NULL)) < (1, (3, 3))) + 0 FROM numbers(1);
-- \N	\N	\N	\N
SELECT a, ((toFixedString(toString(a), 4), 1) IN (('1', 1))) + 0, ((toDate('2024-01-01') + a, a) IN (('2024-01-02', 1))) + 0, ((map('a', a), 1) IN ((map('a', 1), 1))) + 0 FROM t ORDER BY a;
-- 0	0	0	0
-- 1	1	1	1
-- 2	0	0	0
SELECT n, ((n, 'a') IN (SELECT 1 AS x, 'a' AS y)) + 0 FROM (SELECT toUInt16(number * 300 + 1) AS n FROM numbers(2)) ORDER BY n SETTINGS transform_null_in = 1;
-- error CANNOT_CONVERT_TYPE
-- differs: what the set cannot hold is no member, docs/differences.md#nothing-is-lost-or-guessed
-- 1	1
-- 301	0
