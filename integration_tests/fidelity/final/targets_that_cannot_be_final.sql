-- FINAL is for tables that replace rows.

CREATE TABLE t (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE m (k Int64) ENGINE = MergeTree ORDER BY k;

SELECT * FROM m FINAL;
-- error ILLEGAL_FINAL
SELECT * FROM numbers(3) FINAL;
-- error ILLEGAL_FINAL
SELECT * FROM (SELECT * FROM t) FINAL;
-- error UNSUPPORTED_METHOD
WITH c AS (SELECT * FROM t) SELECT * FROM c FINAL;
-- error UNSUPPORTED_METHOD
SELECT * FROM no_such_table FINAL;
-- error UNKNOWN_TABLE
SELECT * FROM t FINAL AS x;
-- error SYNTAX_ERROR
SELECT x.k FROM t AS x FINAL;
-- (no rows)
