-- -Merge of no states is what the function gives of no rows.

CREATE TABLE t (k Int64, n Nullable(Int32), f Float64, v String, u UInt8) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 5, 1.5, 'a', 1), (2, NULL, 2.5, 'b', 2);
SELECT sumMerge(s), countMerge(c), avgMerge(a), minMerge(m), anyMerge(y) FROM (SELECT k, sumState(k) AS s, countState() AS c, avgState(f) AS a, minState(v) AS m, anyState(f) AS y FROM t GROUP BY k) WHERE k > 5;
-- 0	0	nan	''	0
SELECT sumMerge(s), maxMerge(m) FROM (SELECT k, sumState(n) AS s, maxState(n) AS m FROM t GROUP BY k) WHERE k > 5;
-- \N	\N
SELECT uniqMerge(q), groupArrayMerge(g), groupBitAndMerge(b), argMaxMerge(x) FROM (SELECT k, uniqState(v) AS q, groupArrayState(v) AS g, groupBitAndState(u) AS b, argMaxState(v, k) AS x FROM t GROUP BY k) WHERE k > 5;
-- 0	[]	255	''
SELECT sumMergeIf(s, k > 5), avgMergeIf(a, k > 5) FROM (SELECT k, sumState(k) AS s, avgState(f) AS a FROM t GROUP BY k);
-- 0	nan
