-- A view that fails: the INSERT fails with the view's name, and here nothing of it is there.

CREATE TABLE s (k Int64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k;
CREATE TABLE u (k Int64) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW good TO u AS SELECT k FROM s;
CREATE MATERIALIZED VIEW bad TO t AS SELECT k FROM s WHERE throwIf(k = 666, 'boom') = 0;
INSERT INTO s VALUES (1);
INSERT INTO s VALUES (666);
-- error FUNCTION_THROW_IF_VALUE_IS_NON_ZERO
SELECT count() FROM t;
-- 1
SELECT count() FROM s WHERE k = 666;
-- 1
-- differs: an INSERT of which a view fails changes nothing, docs/sql.md#materialized-views
-- 0
INSERT INTO s SETTINGS materialized_views_ignore_errors = 1 VALUES (666), (667);
SELECT k FROM t ORDER BY k;
-- 1
SELECT k FROM u WHERE k = 667;
-- 667
DROP VIEW bad;
INSERT INTO s VALUES (666);
SELECT k FROM u WHERE k = 666 LIMIT 1;
-- 666
