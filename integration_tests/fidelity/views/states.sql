-- Views that fill columns of states, with tables of their own and with targets.

CREATE TABLE t (k UInt8, u UInt64, s String) ENGINE = Null;
CREATE MATERIALIZED VIEW own (k UInt8, users AggregateFunction(uniq, UInt64), n AggregateFunction(count)) ENGINE = AggregatingMergeTree ORDER BY k AS SELECT k, uniqState(u) AS users, countState() AS n FROM t GROUP BY k;
CREATE MATERIALIZED VIEW typed ENGINE = AggregatingMergeTree ORDER BY k AS SELECT k, argMaxState(s, u) AS last FROM t GROUP BY k;
INSERT INTO t VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c');
INSERT INTO t VALUES (1, 2, 'd'), (1, 7, 'e');
SELECT k, uniqMerge(users), countMerge(n) FROM own GROUP BY k ORDER BY k;
-- 1	3	4
-- 2	1	1
SELECT k, argMaxMerge(last) FROM typed GROUP BY k ORDER BY k;
-- 1	e
-- 2	c
SELECT toTypeName(last) FROM typed LIMIT 1;
-- AggregateFunction(argMax, String, UInt64)
CREATE TABLE target (k UInt8, users AggregateFunction(uniqExact, UInt64)) ENGINE = AggregatingMergeTree ORDER BY k;
CREATE MATERIALIZED VIEW other TO target AS SELECT k, uniqExactState(u) AS users FROM t GROUP BY k;
INSERT INTO t VALUES (5, 1, 'a'), (5, 2, 'b');
SELECT k, uniqExactMerge(users) FROM target GROUP BY k;
-- 5	2
CREATE MATERIALIZED VIEW wrong TO target AS SELECT k, uniqState(u) AS users FROM t GROUP BY k;
-- error CANNOT_CONVERT_TYPE
CREATE MATERIALIZED VIEW plain TO target AS SELECT k, u AS users FROM t;
-- error CANNOT_CONVERT_TYPE
