-- Forms that are not supported yet say so.

CREATE TABLE t (k Int64, n Int64, a Array(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, [1]), (3, 2, []);

SELECT n, count() FROM t GROUP BY n WITH TOTALS ORDER BY n;
-- 1	1
-- 2	1
-- differs: WITH TOTALS is not supported yet, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
SELECT k FROM t ORDER BY k WITH FILL;
-- 1
-- 2
-- 3
-- differs: WITH FILL is not supported yet, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
SELECT x.k FROM t AS x ANY JOIN t AS y ON x.k = y.k ORDER BY x.k;
-- 1
-- 3
-- differs: ANY JOIN is not supported yet, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
SELECT x.k, y.n FROM t AS x ASOF JOIN t AS y ON x.k = y.k AND x.n >= y.n ORDER BY x.k;
-- 1	1
-- 3	2
-- differs: ASOF JOIN is not supported yet, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
