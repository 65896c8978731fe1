-- RESPECT NULLS is for functions that take one value of many; all others refuse it.

CREATE TABLE t (k UInt32, n Nullable(Int32)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, NULL), (2, 1), (3, 2), (4, NULL);
SELECT any(n) RESPECT NULLS, anyLast(n) RESPECT NULLS, anyLast(n) IGNORE NULLS, anyIf(n, k < 3) RESPECT NULLS FROM (SELECT * FROM t ORDER BY k);
-- \N	\N	2	\N
SELECT anyOrNull(n) RESPECT NULLS, toTypeName(anyLastState(n) RESPECT NULLS), toTypeName(first_valueState(n) RESPECT NULLS) FROM t;
-- \N	AggregateFunction(anyLast_respect_nulls, Nullable(Int32))	AggregateFunction(any_respect_nulls, Nullable(Int32))
SELECT groupArray(n) IGNORE NULLS, sum(n) IGNORE NULLS FROM (SELECT * FROM t ORDER BY k);
-- [1,2]	3
SELECT k, first_value(n) RESPECT NULLS OVER (ORDER BY k), last_value(n) IGNORE NULLS OVER (ORDER BY k) FROM t ORDER BY k;
-- 1	\N	\N
-- 2	\N	1
-- 3	\N	2
-- 4	\N	2
SELECT sum(n) RESPECT NULLS FROM t;
-- error NOT_IMPLEMENTED
SELECT groupArray(n) RESPECT NULLS FROM t;
-- error NOT_IMPLEMENTED
SELECT count(n) RESPECT NULLS FROM t;
-- error NOT_IMPLEMENTED
SELECT sum(n) RESPECT NULLS OVER (ORDER BY k) FROM t;
-- error NOT_IMPLEMENTED
SELECT lag(n) RESPECT NULLS OVER (ORDER BY k) FROM t;
-- error NOT_IMPLEMENTED
SELECT uniqIf(n, k > 1) RESPECT NULLS FROM t;
-- error NOT_IMPLEMENTED
