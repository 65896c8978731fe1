-- Projections that cannot be.

CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v), PROJECTION p (SELECT v ORDER BY v)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_PROJECTION
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT nothing ORDER BY v)) ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v FROM t ORDER BY v)) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v HAVING count() > 1)) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v ORDER BY v)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_PROJECTION
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT k, count() GROUP BY v)) ENGINE = MergeTree ORDER BY k;
-- error NOT_AN_AGGREGATE
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT DISTINCT k ORDER BY v)) ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT k ORDER BY v DESC)) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT k, v ORDER BY k, v LIMIT 1)) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT k ORDER BY v) WITH SETTINGS (nothing = 512)) ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_SETTING
CREATE TABLE t (k Int64, PROJECTION p1 (SELECT k ORDER BY k), PROJECTION p2 (SELECT k ORDER BY k)) ENGINE = MergeTree ORDER BY k SETTINGS max_projections = 1;
-- error LIMIT_EXCEEDED
CREATE TABLE t (k Int64, PROJECTION p (SELECT k ORDER BY k)) ENGINE = Memory;
-- error BAD_ARGUMENTS
CREATE TABLE t (k Int64, PROJECTION p (SELECT k ORDER BY k)) ENGINE = Log;
-- error BAD_ARGUMENTS
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = ReplacingMergeTree ORDER BY k;
-- error SUPPORT_IS_DISABLED
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = SummingMergeTree ORDER BY k;
-- error SUPPORT_IS_DISABLED
CREATE TABLE t (k Int64, v Int64, PROJECTION p (SELECT v, count() GROUP BY v)) ENGINE = ReplacingMergeTree ORDER BY k SETTINGS deduplicate_merge_projection_mode = 'nothing';
-- error BAD_ARGUMENTS
CREATE TABLE r (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k;
ALTER TABLE r ADD PROJECTION p (SELECT v, count() GROUP BY v);
-- error SUPPORT_IS_DISABLED
ALTER TABLE r MODIFY SETTING deduplicate_merge_projection_mode = 'drop';
ALTER TABLE r ADD PROJECTION p (SELECT v, count() GROUP BY v);
SHOW CREATE TABLE r;
-- CREATE TABLE shop.r\n(\n    `k` Int64,\n    `v` Int64,\n    PROJECTION p\n    (\n        SELECT\n            v,\n            count()\n        GROUP BY v\n    )\n)\nENGINE = ReplacingMergeTree\nORDER BY k\nSETTINGS index_granularity = 8192, deduplicate_merge_projection_mode = 'drop'
CREATE TABLE m (k Int64) ENGINE = Memory;
ALTER TABLE m ADD PROJECTION p (SELECT k ORDER BY k);
-- error NOT_IMPLEMENTED
ALTER TABLE m DROP PROJECTION p;
-- error NOT_IMPLEMENTED
