-- Without ORDER BY all rows of a Replacing table are versions of one; with a version it is refused.

CREATE TABLE t (k Int32) ENGINE = ReplacingMergeTree;
INSERT INTO t VALUES (1), (2);
SELECT k FROM t FINAL;
-- 2
CREATE TABLE u (k Int32) ENGINE = ReplacingMergeTree(k);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE u (k Int32, d UInt8) ENGINE = ReplacingMergeTree(k, d);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE u (k Int32) ENGINE = MergeTree(k);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE u (k Int32, p Int32) ENGINE = ReplacingMergeTree(k) PRIMARY KEY p;
CREATE TABLE w (k Int32) ENGINE = Nonsense;
-- error UNKNOWN_STORAGE
CREATE TABLE w (k Int32) ENGINE = replacingmergetree ORDER BY k;
-- error UNKNOWN_STORAGE
