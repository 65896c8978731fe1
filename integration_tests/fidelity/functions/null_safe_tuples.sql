-- Tuples with NULLs inside are the same, or not, and never NULL, for <=>.

CREATE TABLE t (k Tuple(Nullable(Int32), String), n Int32) ENGINE = MergeTree ORDER BY n;
INSERT INTO t VALUES ((NULL, ''), 1), ((1, ''), 2);
SELECT toString(k <=> (NULL, '')) FROM t ORDER BY n;
-- 1
-- 0
SELECT toString(k <=> k) FROM t ORDER BY n;
-- 1
-- 1
SELECT toString(k IS DISTINCT FROM (1, '')) FROM t ORDER BY n;
-- 1
-- 0
SELECT toString(((1, k.1), 'a') <=> ((1, NULL), 'a')) FROM t ORDER BY n;
-- 1
-- 0
SELECT count() FROM t WHERE NOT (k <=> (NULL, ''));
-- 1
SELECT count() FROM t AS x JOIN t AS y ON x.k <=> y.k;
-- 2
SELECT count() FROM t AS x, t AS y WHERE x.k <=> y.k;
-- 2
