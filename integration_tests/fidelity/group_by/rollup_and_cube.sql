-- Subtotals.

CREATE TABLE t (a Nullable(String), b Nullable(String), n Int32) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO t VALUES ('x', 'p', 1), ('x', 'q', 2), ('y', 'p', 4);

SELECT a, sum(n) FROM t GROUP BY a WITH ROLLUP ORDER BY sum(n);
-- x	3
-- y	4
-- \N	7
SELECT a, b, sum(n) FROM t GROUP BY GROUPING SETS ((a), (b)) ORDER BY sum(n), a;
-- \N	q	2
-- x	\N	3
-- y	\N	4
-- \N	p	5
