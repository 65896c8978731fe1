-- What UNION makes of UInt64 and Int64 is a Variant: no key of a JOIN, unless it is converted.

CREATE TABLE t (k UInt64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
CREATE TABLE u (k Int64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO u VALUES (1, 'a'), (3, 'b');

SELECT count() FROM (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS x JOIN t ON x.c = t.k;
-- error NO_COMMON_TYPE
SELECT count() FROM (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS x JOIN u ON x.c = u.s;
-- error NO_COMMON_TYPE
SELECT count() FROM (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS x JOIN (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS y USING (c);
-- 4
-- differs: equal numbers of different types are not told apart, docs/differences.md#sparks-values
-- error NOT_IMPLEMENTED
SELECT count() FROM (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS x JOIN t ON CAST(x.c AS Int64) = t.k;
-- 3
SELECT count() FROM (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS x, t WHERE x.c = t.k;
-- 3
SELECT count() FROM (SELECT k AS c FROM t UNION ALL SELECT k FROM u) AS x WHERE x.c = 1;
-- 2
