-- SETTINGS in the query of a view hold for it, whatever its reader has set.

CREATE TABLE t (k Int32, v UInt32, n Nullable(Int32)) ENGINE = ReplacingMergeTree(v) ORDER BY k;
CREATE TABLE u (k Int32, y Int32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1, 1), (2, 1, NULL);
INSERT INTO t VALUES (1, 2, 5), (3, 1, 7);
INSERT INTO u VALUES (1, 10), (4, 40);
CREATE VIEW newest AS SELECT k, v, n FROM t SETTINGS final = 1;
CREATE VIEW every AS SELECT k, v, n FROM t SETTINGS final = 0;
CREATE VIEW joined AS SELECT t.k AS k, u.y AS y, toTypeName(u.y) AS kind FROM t LEFT JOIN u ON t.k = u.k ORDER BY ALL SETTINGS join_use_nulls = 1, final = 1, max_threads = 1;
CREATE VIEW sums AS SELECT sumIf(y, y > 100) AS s FROM u SETTINGS aggregate_functions_null_for_empty = 1;
CREATE VIEW both_kinds AS SELECT k FROM t UNION SELECT k FROM u SETTINGS union_default_mode = 'DISTINCT';
SELECT * FROM newest ORDER BY ALL;
-- 1	2	5
-- 2	1	\N
-- 3	1	7
SELECT count() FROM every SETTINGS final = 1;
-- 4
SELECT count() FROM newest SETTINGS final = 0;
-- 3
SELECT * FROM joined ORDER BY ALL SETTINGS join_use_nulls = 0;
-- 1	10	Nullable(Int32)
-- 2	\N	Nullable(Int32)
-- 3	\N	Nullable(Int32)
SELECT count(), countIf(y IS NULL) FROM joined AS j INNER JOIN newest AS n ON j.k = n.k;
-- 3	2
SELECT s IS NULL + 0 FROM sums;
-- 1
SELECT k FROM both_kinds ORDER BY k;
-- 1
-- 2
-- 3
-- 4
CREATE OR REPLACE VIEW sums AS SELECT sumIf(y, y > 100) AS s FROM u SETTINGS aggregate_functions_null_for_empty = 0;
SELECT s IS NULL + 0 FROM sums;
-- 0
SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'joined' ORDER BY position;
-- k	Int32
-- y	Nullable(Int32)
-- kind	String
